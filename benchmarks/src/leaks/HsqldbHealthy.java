/* SPDX-License-Identifier: Apache-2.0 */
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;

/** HSQLDB with a table in memory: its rows are the data of the application. */
public final class HsqldbHealthy {
    public static Object run() throws Exception {
        return filled("jdbc:hsqldb:mem:shop", 60_000);
    }

    static Connection filled(String url, int rows) throws Exception {
        Connection connection = DriverManager.getConnection(url);
        connection.createStatement().execute("create table orders (id int primary key, customer varchar(80), price int)");
        PreparedStatement insert = connection.prepareStatement("insert into orders values (?, ?, ?)");
        for (int i = 0; i < rows; i++) {
            insert.setInt(1, i);
            insert.setString(2, Plant.text(i));
            insert.setInt(3, i % 100);
            insert.execute();
        }
        return connection;
    }
}
