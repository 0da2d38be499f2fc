/* SPDX-License-Identifier: Apache-2.0 */
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;

/** Statements with literal values, never closed. */
public final class DerbyLeak {
    static Connection connection;
    static final List<PreparedStatement> OPEN = new ArrayList<>();

    public static void run() throws Exception {
        connection = DriverManager.getConnection("jdbc:derby:memory:shop;create=true");
        connection.createStatement().execute("create table orders (id int primary key, customer varchar(80))");
        for (int i = 0; i < 1_500; i++) {
            PreparedStatement statement = connection.prepareStatement("select customer from orders where id = " + i);
            OPEN.add(statement);
        }
    }
}
