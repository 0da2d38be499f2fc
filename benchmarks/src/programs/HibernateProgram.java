/* SPDX-License-Identifier: Apache-2.0 */
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.CascadeType;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Hibernate with an H2 database in memory and an open session. */
public final class HibernateProgram {
    private HibernateProgram() {}

    @Entity(name = "Line")
    public static class Line {
        @Id @GeneratedValue Long id;
        String sku;
    }

    @Entity(name = "Purchase")
    public static class Purchase {
        @Id @GeneratedValue Long id;
        String customer;
        @OneToMany(cascade = CascadeType.ALL) List<Line> lines = new ArrayList<>();
    }

    public static Object run() {
        SessionFactory factory = new Configuration().addAnnotatedClass(Line.class).addAnnotatedClass(Purchase.class)
                .setProperty("hibernate.connection.url", "jdbc:h2:mem:a;DB_CLOSE_DELAY=-1").setProperty("hibernate.hbm2ddl.auto", "create")
                .buildSessionFactory();
        Session session = factory.openSession();
        session.beginTransaction();
        for (int i = 0; i < 3000 * Held.SIZE; i++) {
            Purchase purchase = new Purchase();
            purchase.customer = "customer " + i;
            for (int j = 0; j < 4; j++) {
                Line line = new Line();
                line.sku = "sku " + j;
                purchase.lines.add(line);
            }
            session.persist(purchase);
        }
        session.getTransaction().commit();
        session.createQuery("from Purchase p join fetch p.lines where p.id > 10", Purchase.class).list();
        return session;
    }
}
