/* SPDX-License-Identifier: Apache-2.0 */
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.hibernate.Session;
import org.hibernate.cfg.Configuration;

/** A batch that persists row after row in one session, without clear(). */
public final class HibernateLeak {
    static Session session;

    @Entity(name = "Invoice")
    public static class Invoice {
        @Id @GeneratedValue Long id;
        String customer;
    }

    public static void run() {
        session = new Configuration().addAnnotatedClass(Invoice.class).setProperty("hibernate.connection.url", "jdbc:h2:file:/tmp/heapsight-leak-h2/a")
                .setProperty("hibernate.hbm2ddl.auto", "create").buildSessionFactory().openSession();
        session.beginTransaction();
        for (int i = 0; i < 20_000; i++) {
            Invoice invoice = new Invoice();
            invoice.customer = Plant.text(i);
            session.persist(invoice);
            if (i % 100 == 99) {
                session.flush();
            }
        }
    }
}
