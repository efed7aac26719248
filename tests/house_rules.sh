#!/bin/sh
# The rules of CONTRIBUTING.md that a machine can check.
#
#   house_rules.sh <source directory> [libringside_core.a]
#
# Prints each line that breaks one, and fails. The library is looked into where it holds nothing but what was compiled.
set -u
cd "$1" || exit 2
library=${2-}
[ -z "$library" ] || [ -f "$library" ] || { echo "there is no library $library"; exit 2; }
lists=$(mktemp -d) || exit 2
trap 'rm -rf "$lists"' EXIT

# forbid <rule>: what stands on the input breaks it.
forbid() {
    findings=$(cat)
    [ -z "$findings" ] || printf '%s\n%s\n' "$1" "$findings" | sed '2,$s/^/    /'
}

# included <pattern> <folder>...: where the folders include what matches.
included() {
    pattern=$1
    shift
    grep -rsnE --include='*.[ch]' "^ *# *include *$pattern" "$@"
}

# headings <page>: as links name them.
headings() {
    grep -E '^#+ ' "$1" | sed -E 's/^#+ +//' | tr '[:upper:]' '[:lower:]' | LC_ALL=C sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
}

# broken_links <page>: those that lead nowhere in the tree.
broken_links() {
    grep -oE '\]\([^) ]+\)' "$1" | sed 's/^](//; s/)$//' | grep -vE '^https?:' | sort -u | while read -r link; do
        page=${link%%#*}
        heading=${link#"$page"}
        target=${page:+$(dirname "$1")/$page}
        target=${target:-$1}
        if [ ! -e "$target" ]; then
            echo "$1: $link"
        elif [ -n "$heading" ] && ! headings "$target" | grep -qxF -- "${heading#'#'}"; then
            echo "$1: $link"
        fi
    done
}

source_rules() {
    included '<(ncurses|curses|term|panel)[./a-z]*h>' src | grep -v '^src/view/' | forbid 'Only src/view knows ncurses.'
    included '<libconfig' src | grep -v '^src/profiles/' | forbid 'Only src/profiles knows libconfig.'
    included '"(profiles|importers|exporters|view|cli)/' src/core | forbid 'core knows nothing but itself.'
    included '"(profiles|exporters|view|cli)/' src/importers | forbid 'importers know nothing but core.'
    grep -rnE --include='*.[ch]' '\b(fopen|fread|fgets|f?printf|getenv) ?\(' src/importers |
        forbid 'importers are pure: a text in memory becomes a value.'
    included '"(view|cli)/' src/profiles src/importers src/exporters |
        forbid 'profiles, importers and exporters do not know view and cli.'
    included '"exporters/' src/profiles src/importers | forbid 'profiles and importers do not know exporters.'
    included '"cli/' src/view | forbid 'view does not know cli.'
    included '"view/' src/cli | forbid 'cli does not know view.'
    included '"[^/"]*"' src | grep -v '"version.h"' | forbid 'Includes are written from src: "core/quantity.h".'

    grep -rnE '\bf(printf|puts)\(.*errors' src/cli | grep -v '^src/cli/refuse\.c:' |
        forbid 'A command complains through complaint_print(): an argument or a file may hold control characters.'
    grep -rnE --include='*.[ch]' '\bexit\(' src | grep -v '^src/main\.c:' |
        forbid 'Nothing exits but main.c.'
    grep -rnwE --include='*.[ch]' --include='*.cfg' 'TO''DO|FIX''ME|XXX|HACK' src tests presets themes |
        forbid 'What is left to do stands in an issue.'
    find src tests -name '*.[ch]' -exec wc -l {} + | awk '$2 != "total" && $1 > 700 { print $2 ": " $1 " lines" }' |
        forbid 'A file holds one idea, in some 600 lines at most.'
    grep -owE '[A-Z][A-Z0-9]*_[A-Z0-9_]+' docs/constants.md | sort -u | while read -r name; do
        grep -rqw --include='*.[ch]' "$name" src || echo "$name"
    done | forbid 'docs/constants.md names constants that there are.'
    for page in *.md docs/*.md; do
        broken_links "$page"
    done | forbid 'A link leads to a file and a heading that there are.'
    awk 'begins && !/^[|]-/ { print FILENAME ":" FNR - 1 ": " row }
         { begins = /^[|]/ && last !~ /^[|]/; last = $0; row = $0 }' ./*.md docs/*.md | cut -c1-120 |
        forbid 'A row of a page stands in a table.'
    LC_ALL=C.UTF-8 grep -rnE --include='*.[ch]' '.{121}' src tests | grep -E '^[^:]*:[0-9]*: *(/\*|\* )' |
        forbid 'A comment has 120 columns at most, broken by hand.'
}

library_rules() {
    # What core calls outside itself: arithmetic, memory, strings and snprintf.
    calls=$(mktemp)
    {
        nm --defined-only "$library" | awk 'NF == 3 { print $3 }'
        echo # what comes behind it is wanted
        nm -u "$library" | awk 'NF == 2 { print $2 }' | sort -u
    } | awk '!NF { wanted = 1; next } !wanted { has[$1] = 1; next } !($1 in has)' >"$calls"
    grep -vxE '(__)?v?snprintf(_chk)?|(__)?(mem|str)[a-z]+(_chk)?|bcmp|qsort|bsearch' "$calls" |
        grep -vxE '_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|(fabs|fmax|fmin|fmod|fdim|fma|remainder|copysign|nextafter)f?' |
        grep -vxE '(a?(sin|cos|tan)h?|exp(2|m1)?|log(2|10|1p|b)?|pow|sqrt|cbrt|hypot|ldexp|frexp|modf|scalbn)f?' |
        grep -vxE '(floor|ceil|trunc|l{0,2}(round|rint)|nearbyint)f?' |
        forbid 'core is pure: no input or output, no allocation.'
    grep -xE 'str(dup|ndup|tok|coll|error|ftime|n?casecmp)' "$calls" |
        forbid 'core is pure: these allocate, keep state or ask the locale.'
    size -A "$library" | awk '/:$/ { file = $1 } /^\.(data|bss) / && $2 > 0 { print file, $1, $2 }' |
        forbid 'core has no variables, only constants.'
    rm -f "$calls"
}

broken=$(
    source_rules
    [ -z "$library" ] || library_rules
)
[ -z "$broken" ] || printf '%s\n' "$broken"
[ -z "$broken" ]
