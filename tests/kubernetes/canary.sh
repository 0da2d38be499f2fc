# The checks of k8s/canary in tests/cluster: a Prometheus on the node holds samples of three versions of a shop.
# shellcheck shell=bash disable=SC2154

canary() {
    local server result
    awk -v end="$(date +%s)" -f tests/kubernetes/fleet.awk >"$work/fleet.om" &&
        promtool tsdb create-blocks-from openmetrics "$work/fleet.om" "$work/prometheus" && echo '{}' >"$work/prometheus.yaml" || return
    prometheus --config.file "$work/prometheus.yaml" --storage.tsdb.path "$work/prometheus" --web.listen-address 10.77.0.1:9090 \
        >"$work/prometheus.log" 2>&1 &
    server=$!
    await 20 curl -sf http://10.77.0.1:9090/-/ready && canary_jobs && canary_flagger
    result=$?
    kill $server && wait $server
    return $result
}

# The Job, and the one that Argo Rollouts creates from the template.
canary_jobs() {
    gate equal 1.5 | kubectl create --filename - && gate worse 1.6 | kubectl create --filename - && measurement 84fd | kubectl create --filename - &&
        passes equal && fails worse && fails measurement && has 'Look 4 of 4' kubectl logs job/measurement
}

# gate NAME VERSION
gate() {
    kubectl set env --local --filename k8s/canary/job.yaml --output json PROMETHEUS=http://prometheus:9090 \
        CANDIDATE="namespace=\"shop\",version=\"$2\"" | jq ".metadata.name = \"$1\"" | reaching_prometheus
}

# There is no DNS: pods find Prometheus by an alias.
reaching_prometheus() {
    jq 'walk(if type == "object" and has("containers")
        then .hostAliases = [{ ip: "10.77.0.1", hostnames: ["prometheus"] }] else . end)'
}

passes() {
    kubectl wait --for condition=Complete --timeout 60s "job/$1" && has 'and 0 are worse' kubectl logs "job/$1"
}

# A worse candidate, by exit code and report.
fails() {
    kubectl wait --for condition=Failed --timeout 60s "job/$1" && has 'with exit code 1' kubectl get job "$1" --output jsonpath='{.status.conditions}' &&
        has '**worse**' kubectl get pods --selector "job-name=$1" --output jsonpath='{..terminated.message}'
}

# measurement HASH: the Job for the ReplicaSet with this hash.
measurement() {
    sed "s/{{args.prometheus-url}}/http:\/\/prometheus:9090/; s/{{args.namespace}}/shop/; s/{{args.rollout}}/shop/; s/{{args.window}}/1h/
        s/{{args.stable-hash}}/primary-5c9d/; s/{{args.latest-hash}}/$1/" k8s/canary/argo-rollouts/analysis-template.yaml | json |
        jq '{ apiVersion: "batch/v1", kind: "Job", metadata: { name: "measurement" }, spec: .spec.metrics[0].provider.job.spec }' | reaching_prometheus
}

json() { tests/target/manifests/venv/bin/python -c 'import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))'; }

# The command that Flagger's load tester runs, with the rights of its service account.
canary_flagger() {
    json <k8s/canary/flagger/canary.yaml | jq -r '.spec.analysis.webhooks[0].metadata.cmd' >"$work/webhook" && flagger 'shop-7f6b-.+' &&
        as_load_tester bash "$work/webhook" && flagger 'shop-84fd-.+' && has '**worse**' exits 1 as_load_tester bash "$work/webhook"
}

# flagger PODS: the gate for a candidate with pods of these names.
flagger() {
    kubectl apply --filename k8s/canary/flagger/role.yaml &&
        kubectl set env --local --filename k8s/canary/flagger/cron-job.yaml --output json PROMETHEUS=http://prometheus:9090 CANDIDATE="namespace=\"shop\",pod=~\"$1\"" |
        reaching_prometheus | kubectl apply --filename -
}

as_load_tester() {
    kubectl config view --raw | sed "s/token: .*/token: $(kubectl create token default)/" >"$work/load-tester" && KUBECONFIG=$work/load-tester "$@"
}
