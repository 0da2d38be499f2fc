/* SPDX-License-Identifier: Apache-2.0 */
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;

/** A used pool of twenty connections. */
public final class HikariHealthy {
    public static Object run() throws Exception {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:mem:shop");
        pool.setMaximumPoolSize(20);
        for (int round = 0; round < 50; round++) {
            List<Connection> used = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                used.add(pool.getConnection());
            }
            for (Connection each : used) {
                each.createStatement().execute("create table if not exists t(id int primary key, name varchar)");
                try (PreparedStatement insert = each.prepareStatement("merge into t values(?, ?)")) {
                    insert.setInt(1, round);
                    insert.setString(2, Plant.text(round));
                    insert.execute();
                }
                each.close();
            }
        }
        return pool;
    }
}
