# Common functions of tests/manifests, tests/pods and tests/cluster.
# shellcheck shell=bash
failed=()

# check NAME COMMAND…: prints whether the command succeeds, and the output of a failed one.
check() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        echo "ok      $name"
        [ -z "${SHOW:-}" ] || printf '        %s\n' "${output//$'\n'/$'\n'        }"
    else
        echo "FAILED  $name"
        printf '        %s\n' "${output//$'\n'/$'\n'        }"
        failed+=("$name")
    fi
}

# await SECONDS COMMAND…: repeats the command until it succeeds; prints the last output.
await() {
    local output end=$((SECONDS + $1))
    shift
    until output=$("$@" 2>&1); do
        if [ $SECONDS -ge $end ]; then
            echo "timeout: $*: $output" >&2
            return 1
        fi
        sleep 0.2
    done
}

# has TEXT COMMAND…: the command prints the text, whatever its exit code.
has() {
    local text=$1 output
    shift
    output=$("$@" 2>&1)
    echo "$output"
    [[ $output == *"$text"* ]]
}

# none_failed NAME: the exit code of a script; prints a last line if it isn't 0.
none_failed() {
    [ ${#failed[@]} -eq 0 ] || { echo "$1: ${#failed[@]} FAILED: ${failed[*]}" && false; }
}
