/* SPDX-License-Identifier: Apache-2.0 */
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/** Replaces and reads rows of a table of 20,000 in a database: java JdbcLoad URL OPERATIONS_PER_SECOND. */
public final class JdbcLoad {
    private static int next;

    private JdbcLoad() {}

    public static void main(String[] args) throws Exception {
        Connection[] connection = new Connection[1];
        Load.run(1, Double.parseDouble(args[1]), () -> {
            if (connection[0] == null) {
                connection[0] = open(args[0]);
            }
            return work(connection[0]);
        });
    }

    private static Connection open(String url) throws Exception {
        Connection connection = DriverManager.getConnection(url, "SA", "");
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(100), note VARCHAR(500))");
        }
        return connection;
    }

    private static int work(Connection connection) throws Exception {
        int key = next++ % 20_000;
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM orders WHERE id = ?");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?)");
                PreparedStatement select = connection.prepareStatement("SELECT * FROM orders WHERE id BETWEEN ? AND ?")) {
            delete.setInt(1, key);
            delete.executeUpdate();
            insert.setInt(1, key);
            insert.setString(2, "customer " + next);
            insert.setString(3, new String(new char[400]).replace('\0', 'x') + next);
            insert.executeUpdate();
            select.setInt(1, key - 100);
            select.setInt(2, key);
            int rows = 0;
            try (ResultSet result = select.executeQuery()) {
                while (result.next()) {
                    rows += result.getString(3).length();
                }
            }
            return rows;
        }
    }
}
