/* main.c: hands the command line to the commands, and the screen to those that need it. */
#include "cli/commands.h"
#include "view/explorer.h"
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
    const struct program program = {.input = stdin, .output = stdout, .errors = stderr, .screen = &screen};
    return commands_run(&program, argc, argv);
}
