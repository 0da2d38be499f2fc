# shellcheck shell=sh disable=SC2154
# Whether what is built in the checkout $here is older than its sources; sourced.

# older JAR SOURCE…
older() {
    built=$1
    shift
    [ ! -f "$built" ] || [ -n "$(find "$@" -newer "$built" 2>/dev/null | head -n 1)" ]
}

stale() {
    older "$here/sidecar/target/heapsight/heapsight.jar" "$here/pom.xml" "$here/heap-engine/pom.xml" "$here/heap-engine/src/main" \
        "$here/sidecar/pom.xml" "$here/sidecar/src/main/java" "$here/sidecar/src/main/resources"
}

stale_mcp() {
    older "$here/mcp/target/mcp/heapsight-mcp.jar" "$here/pom.xml" "$here/mcp/pom.xml" "$here/mcp/src/main"
}
