# Writes an hour of samples in OpenMetrics, as Prometheus' client_java exposes them: 8 pods of each of three versions of a shop. The versions
# 1.4 and 1.5 are equal; version 1.6 spends half as much time again in collections. -v end=SECONDS is the time of the last sample.

# Every awk has another rand().
function uniform() {
    state = state * 16807 % 2147483647
    return state / 2147483647
}

function noise(deviation,    radius) {
    radius = sqrt(-2 * log(uniform()))
    return exp(deviation * radius * cos(6.2832 * uniform()))
}

function pod(version, number, slower,    start, labels, overhead, cores, heap, at) {
    start = end - 3700
    labels = sprintf("namespace=\"shop\",pod=\"shop-%s-%s\",version=\"%s\"", hash[version], substr("abcdefgh", number, 1), version)
    overhead = 0.004 * slower * noise(0.03)
    cores = 0.4 * noise(0.03)
    heap = 2e8 * noise(0.03)
    for (at = start; at <= end; at += 30) {
        printf "process_start_time_seconds{%s} %d %d\n", labels, start, at
        printf "process_cpu_seconds_total{%s} %f %d\n", labels, cores * (at - start), at
        printf "jvm_memory_used_bytes{%s,area=\"heap\"} %d %d\n", labels, heap * noise(0.1), at
        printf "jvm_gc_collection_seconds_sum{%s,gc=\"G1 Young Generation\"} %f %d\n", labels, overhead * (at - start), at
        printf "jvm_gc_collection_seconds_count{%s,gc=\"G1 Young Generation\"} %d %d\n", labels, (at - start) / 3, at
    }
}

BEGIN {
    state = 7
    hash["1.4"] = "primary-5c9d"
    hash["1.5"] = "7f6b"
    hash["1.6"] = "84fd"
    for (number = 1; number <= 8; number++) {
        pod("1.4", number, 1)
        pod("1.5", number, 1)
        pod("1.6", number, 1.5)
    }
    print "# EOF"
}
