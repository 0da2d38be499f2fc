/* SPDX-License-Identifier: Apache-2.0 */
/** H2 with a table in memory. */
public final class H2Healthy {
    public static Object run() throws Exception {
        return HsqldbHealthy.filled("jdbc:h2:mem:shop", 60_000);
    }
}
