# The checks of kubectl heapsight in tests/cluster: on a pod with a sidecar and on one without.
# shellcheck shell=bash disable=SC2154
PATH=$PWD/kubectl:$PATH

plugin_beside_sidecar() {
    kubectl apply -k k8s/examples/native && rolled_out && plugin_asks && plugin_brings_dumps && plugin_resumes &&
        [ -z "$(status ephemeralContainerStatuses)" ] && has 'No heap dump' forwarded "kubectl port-forward deploy/shop 9404" curl -s localhost:9404/heapdumps
}

plugin_on_two_pods() {
    kubectl apply -k k8s/examples/native && kubectl scale deployment shop --replicas 2 && rolled_out &&
        says '2 pods; their heaps hold' kubectl heapsight histogram deploy/shop --top 3 &&
        says 'shop-' kubectl heapsight top -l app.kubernetes.io/name=shop && says "== $(pod)" kubectl heapsight doctor -l app.kubernetes.io/name=shop &&
        await 140 kubectl heapsight dump deploy/shop -o "$work/dumps" && [ "$(find "$work/dumps" -name '*.hprof' | wc -l)" -ge 2 ]
    local result=$?
    rm -rf "$work/dumps"
    kubectl scale deployment shop --replicas 1
    return $result
}

plugin_without_sidecar() {
    kubectl apply -k k8s/examples/shop && rolled_out && plugin_asks && plugin_brings_dumps &&
        has 'no sidecar that stores runs' kubectl heapsight run "$(pod)" list &&
        [ "$(status 'ephemeralContainerStatuses[*].state.terminated.exitCode' | tr -d ' 0')" = '' ] &&
        [ "$(status 'ephemeralContainerStatuses[*].state.running')" = '' ] && [ "$(status 'containerStatuses[0].restartCount')" = 0 ]
}

# Answers are on standard output only, and exit codes are those of heapsight.
plugin_asks() {
    says LeakingShop kubectl heapsight histogram "$(pod)" --top 3 && await 10 kubectl heapsight doctor deploy/shop &&
        has GCT kubectl heapsight jstat "$(pod)" gcutil && kubectl heapsight targets "$(pod)" --format json 2>/dev/null | jq -e '.targets[0]' &&
        exits 2 kubectl heapsight histogram "$(pod)" --top none && exits 1 kubectl heapsight histogram "$(pod)" 4000000 &&
        exits 1 kubectl heapsight histogram no-such-pod
}

exits() {
    local expected=$1 result=0
    shift
    "$@" || result=$?
    [ $result = "$expected" ] || { echo "exit code $result: $*" && false; }
}

plugin_brings_dumps() {
    await 70 kubectl heapsight dump "$(pod)" -o "$work/shop.hprof" && is_dump "$work/shop.hprof" &&
        has 'exists already' kubectl heapsight dump "$(pod)" -o "$work/shop.hprof"
    local result=$?
    rm -f "$work"/shop.hprof*
    return $result
}

is_dump() { [ "$(head -c 12 "$1")" = 'JAVA PROFILE' ] && [ "$(stat -c %a "$1")" = 600 ]; }

# A slow connection breaks: the download resumes.
plugin_resumes() {
    local plugin
    echo 'limit-rate = 4M' >"$work/.curlrc"
    CURL_HOME=$work await 70 plugin_broken_off && is_dump "$work/slow.hprof" && grep 'retrying' "$work/slow.log"
    local result=$?
    rm -f "$work/.curlrc" "$work"/slow.hprof*
    return $result
}

plugin_broken_off() {
    kubectl heapsight dump "$(pod)" -o "$work/slow.hprof" 2>"$work/slow.log" &
    plugin=$!
    if await 20 test -s "$work/slow.hprof.part"; then
        kill "$(pgrep -P $plugin -f port-forward)"
    fi
    wait $plugin
}
