# The checks of kubectl heapsight analyze --job in tests/cluster: moto's S3 on the node has the dump of a shop that no longer exists.
# shellcheck shell=bash disable=SC2154

analyze_job() {
    local result answers questions server
    coproc STORAGE { exec tests/s3-storage 10.77.0.1 2>"$work/storage.log"; }
    server=$STORAGE_PID
    exec {answers}<&"${STORAGE[0]}" {questions}>&"${STORAGE[1]}" # subshells lack the originals
    [ "$(stored)" = ready ] && endpoint=$(stored endpoint) && shop_leaves_a_dump && one_dump && three_dumps && by_the_sidecar
    result=$?
    exec {answers}<&- {questions}>&-
    kill "$server" && wait "$server"
    return $result
}

# stored [COMMAND…]: the answer of s3_storage.py.
stored() {
    [ $# -eq 0 ] || echo "$@" >&"$questions"
    read -r -t 60 -u "$answers" answer && echo "$answer"
}

shop_leaves_a_dump() {
    kubectl create secret generic store --from-literal AWS_ACCESS_KEY_ID=test --from-literal AWS_SECRET_ACCESS_KEY=test &&
        shop native "{ initContainers: [{ name: heapsight, resources: { limits: { memory: 256Mi } }, envFrom: [{ secretRef: { name: store } }], env: [
            { name: HEAPSIGHT_STORE, value: \"s3://dumps/heapsight\" }, { name: HEAPSIGHT_STORE_ENDPOINT, value: \"$endpoint\" },
            { name: HEAPSIGHT_STORE_PATH_STYLE, value: \"true\" }] }] }" &&
        says LeakingShop sidecar histogram && await 30 sidecar healthcheck && forwarded 'kubectl port-forward deploy/shop 9404' captured_and_uploaded &&
        kubectl delete deployment shop && dump=$(stored keys | tr ' ' '\n' | grep '\.hprof\.gz$') && echo "$dump"
}

captured_and_uploaded() {
    curl -sSf -X POST 'localhost:9404/heapdumps?analyze=false' && await 120 all_done &&
        curl -sS --fail-with-body -X POST "localhost:9404/heapdumps/$(curl -sSf localhost:9404/heapdumps | sed -n '2s/ .*//p')/upload" && await 120 all_done
}

# by_job DUMP…: the analysis of these objects, with the store of the shop.
by_job() {
    kubectl heapsight analyze "${@/#/s3://dumps/}" --job --memory 512Mi --cpu 100m --disk 1Gi --env-from store \
        --env "HEAPSIGHT_STORE_ENDPOINT=$endpoint" --env HEAPSIGHT_STORE_PATH_STYLE=true "${more[@]}"
}

# The suspect is in the output and in the termination message; the summary is beside the dump, and in its manifest.
one_dump() {
    local more=()
    has 'LeakingShop.cache' by_job "$dump" &&
        has 'LeakingShop.cache' kubectl get pods --output jsonpath='{..containerStatuses[?(@.name=="heapsight")].state.terminated.message}' &&
        has "${dump%.hprof.gz}.summary.json" stored keys && has "${dump%.hprof.gz}.summary.html" stored keys && has "$dump.index" stored keys &&
        more=(--dry-run) && by_job "$dump" | json | jq '.metadata.name = "list" |
            .spec.template.spec.containers[0].args = ["store", "list", "--store", "s3://dumps/heapsight"]' | kubectl create --filename - &&
        says 'complete' kubectl logs job/list
}

# A damaged dump fails its index only; the table has the others.
three_dumps() {
    local more=()
    stored copy "$dump" fleet/one.hprof.gz && stored copy "$dump" fleet/two.hprof.gz && stored write fleet/three.hprof damaged &&
        has 'not a readable heap dump' exits 1 by_job fleet/one.hprof.gz fleet/two.hprof.gz fleet/three.hprof && more=(--dry-run) &&
        by_job fleet/one.hprof.gz | json | jq '.metadata.name = "fleet" |
            .spec.template.spec.containers[0].args = ["analyze", "--fleet", "s3://dumps/fleet"]' | kubectl create --filename - &&
        says '2/2' kubectl logs job/fleet && has 'No summary of three.hprof' kubectl logs job/fleet
}

# The sidecar uploads the dump, creates its Job, and answers with the summary that the Job uploaded. Without a kube-proxy, the API server
# is at the node's address.
by_the_sidecar() {
    local spec
    kubectl apply --filename k8s/analysis-in-jobs/role.yaml &&
        spec=$(json <k8s/analysis-in-jobs/sidecar.yaml | jq --compact-output --arg endpoint "$endpoint" '.spec.template.spec | {
            initContainers: [.containers[0] | .resources.limits.memory = "256Mi" | .envFrom = [{ secretRef: { name: "store" } }] | .env += [
                { name: "HEAPSIGHT_STORE", value: "s3://dumps/heapsight" }, { name: "HEAPSIGHT_STORE_ENDPOINT", value: $endpoint },
                { name: "HEAPSIGHT_STORE_PATH_STYLE", value: "true" },
                { name: "KUBERNETES_SERVICE_HOST", value: "10.77.0.1" }, { name: "KUBERNETES_SERVICE_PORT", value: "6443" }]], volumes }') &&
        shop native "$spec" && says LeakingShop sidecar histogram && await 30 sidecar healthcheck &&
        forwarded 'kubectl port-forward deploy/shop 9404' summarised_by_a_job && has 'analysis Job created' kubectl logs deploy/shop -c heapsight
}

summarised_by_a_job() {
    curl -sSf -X POST localhost:9404/heapdumps && await 300 all_done &&
        has 'LeakingShop.cache' curl -sSf "localhost:9404/heapdumps/$(curl -sSf localhost:9404/heapdumps | sed -n '2s/ .*//p')/summary"
}
