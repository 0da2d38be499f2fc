# What tests/manifests, tests/pods and tests/cluster have in common.
# shellcheck shell=bash
failed=()

# check NAME COMMAND…: says whether it holds, and of one that doesn't, what it said.
check() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        echo "ok      $name"
    else
        echo "FAILED  $name"
        printf '        %s\n' "${output//$'\n'/$'\n'        }"
        failed+=("$name")
    fi
}

# await SECONDS COMMAND…: again and again until it succeeds; what it said the last time.
await() {
    local output end=$((SECONDS + $1))
    shift
    until output=$("$@" 2>&1); do
        if [ $SECONDS -ge $end ]; then
            echo "in vain: $*: $output" >&2
            return 1
        fi
        sleep 0.2
    done
}

# has TEXT COMMAND…: the command says the text, whatever its exit code is.
has() {
    local text=$1 output
    shift
    output=$("$@" 2>&1)
    echo "$output"
    [[ $output == *"$text"* ]]
}

# none_failed NAME: the exit code of a script, with a last line when it isn't 0.
none_failed() {
    [ ${#failed[@]} -eq 0 ] || { echo "$1: ${#failed[@]} FAILED: ${failed[*]}" && false; }
}
