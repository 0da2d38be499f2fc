/* SPDX-License-Identifier: Apache-2.0 */
import java.sql.Connection;
import java.sql.PreparedStatement;
import org.apache.commons.dbcp2.BasicDataSource;

/** An unbounded pool of prepared statements, with literal values in the SQL text. */
public final class H2StatementLeak {
    static final BasicDataSource POOL = new BasicDataSource();
    static Connection connection;

    public static void run() throws Exception {
        POOL.setPoolPreparedStatements(true);
        POOL.setUrl("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1");
        connection = POOL.getConnection();
        connection.createStatement().execute("create table orders (id int primary key, customer varchar(80))");
        for (int i = 0; i < 5_000; i++) {
            try (PreparedStatement statement = connection.prepareStatement("select customer from orders where id = ? and customer <> '" + i + "'")) {
                statement.setInt(1, i);
            }
        }
    }
}
