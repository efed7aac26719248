/* main.c: hands the command line to the commands, and the screen to those that need it. */
#include "cli/commands.h"
#include "view/explorer.h"
#include "view/glyphs.h"
#include "view/keys.h"
#include "view/tabs.h"

static struct key_row key_at(int index)
{
    const struct key_binding *binding = &key_bindings[index];
    return (struct key_row){
        .keys = binding->name,
        .where = key_context_titles[binding->context],
        .help = binding->help,
    };
}

static const char *tab_at(int index)
{
    return tabs[index].name;
}

static void signs_in_ascii(const char *text, char *out, size_t size)
{
    glyphs_text(&glyphs_ascii, text, out, size);
}

int main(int argc, char *argv[])
{
    const struct screen screen = {
        .explore = explorer_run,
        .snapshot = snapshot_run,
        .key_count = key_binding_count,
        .key_at = key_at,
        .tab_count = TAB_COUNT,
        .tab_at = tab_at,
    };
    const struct program program = {
        .input = stdin,
        .output = stdout,
        .errors = stderr,
        .screen = &screen,
        .signs = signs_in_ascii,
        .ascii = !glyphs_choose(CHARSET_LOCALE)->utf8,
    };
    return commands_run(&program, argc, argv);
}
