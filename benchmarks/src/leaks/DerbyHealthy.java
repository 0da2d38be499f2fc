/* SPDX-License-Identifier: Apache-2.0 */
/** Derby with a table in memory. */
public final class DerbyHealthy {
    public static Object run() throws Exception {
        return HsqldbHealthy.filled("jdbc:derby:memory:shop;create=true", 20_000);
    }
}
