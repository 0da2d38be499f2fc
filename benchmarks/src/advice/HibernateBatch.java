/* SPDX-License-Identifier: Apache-2.0 */
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/**
 * A batch over Hibernate and H2: 2,000 purchases are written and read in one session, and deleted:
 * java HibernateBatch BATCHES_PER_SECOND.
 */
public final class HibernateBatch {
    private HibernateBatch() {}

    @Entity(name = "Line")
    public static class Line {
        @Id @GeneratedValue Long id;
        String sku;
    }

    @Entity(name = "Purchase")
    public static class Purchase {
        @Id @GeneratedValue Long id;
        String customer;
        @OneToMany(cascade = CascadeType.ALL, orphanRemoval = true) List<Line> lines = new ArrayList<>();
    }

    public static void main(String[] args) throws Exception {
        SessionFactory factory = new Configuration().addAnnotatedClass(Line.class).addAnnotatedClass(Purchase.class)
                .setProperty("hibernate.connection.url", "jdbc:h2:mem:a;DB_CLOSE_DELAY=-1").setProperty("hibernate.hbm2ddl.auto", "create")
                .buildSessionFactory();
        Load.run(1, Double.parseDouble(args[0]), () -> batch(factory));
    }

    private static int batch(SessionFactory factory) {
        try (Session session = factory.openSession()) {
            session.beginTransaction();
            for (int i = 0; i < 2000; i++) {
                Purchase purchase = new Purchase();
                purchase.customer = "customer " + i;
                for (int j = 0; j < 4; j++) {
                    Line line = new Line();
                    line.sku = "sku " + j;
                    purchase.lines.add(line);
                }
                session.persist(purchase);
            }
            session.flush();
            session.clear();
            List<Purchase> all = session.createQuery("from Purchase p join fetch p.lines", Purchase.class).list();
            session.getTransaction().rollback();
            return all.size();
        }
    }
}
