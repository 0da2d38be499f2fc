/* SPDX-License-Identifier: Apache-2.0 */
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;

/** A connection pool per tenant, never closed. */
public final class HikariPoolsLeak {
    public static void run() throws Exception {
        for (int i = 0; i < 60; i++) {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl("jdbc:h2:mem:tenant" + i);
            pool.setMaximumPoolSize(2);
            try (Connection connection = pool.getConnection()) {
                connection.createStatement().execute("create table t(id int primary key, name varchar)");
            }
        }
    }
}
