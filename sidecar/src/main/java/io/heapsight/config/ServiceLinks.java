/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import java.util.regex.Pattern;

/**
 * Recognises the variables that Kubernetes sets in every container of a namespace with a Service
 * called {@code heapsight} or {@code heapsight-…}; they are not configuration keys.
 *
 * <pre>
 * HEAPSIGHT_SERVICE_HOST=10.0.0.1           HEAPSIGHT_PORT=tcp://10.0.0.1:9404
 * HEAPSIGHT_SERVICE_PORT=9404               HEAPSIGHT_PORT_9404_TCP=tcp://10.0.0.1:9404
 * HEAPSIGHT_SERVICE_PORT_METRICS=9404       HEAPSIGHT_PORT_9404_TCP_PROTO=tcp   …_PORT, …_ADDR
 * </pre>
 *
 * @see <a
 *     href="https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables">Discovering
 *     services</a>
 */
final class ServiceLinks {
    private static final String SERVICE = "HEAPSIGHT(_[A-Z0-9_]+)?";
    private static final Pattern HOST_OR_PORT =
            Pattern.compile(SERVICE + "_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)");
    private static final Pattern PORT_DETAIL =
            Pattern.compile(SERVICE + "_PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?");
    private static final Pattern PORT = Pattern.compile(SERVICE + "_PORT");
    private static final Pattern URL = Pattern.compile("(tcp|udp|sctp)://.+");

    private ServiceLinks() {}

    static boolean isOne(String name, String value) {
        return HOST_OR_PORT.matcher(name).matches()
                || PORT_DETAIL.matcher(name).matches()
                || (PORT.matcher(name).matches() && URL.matcher(value).matches());
    }
}
