/* SPDX-License-Identifier: Apache-2.0 */
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.event.SimpleApplicationEventMulticaster;
import org.springframework.context.support.GenericApplicationContext;

/** A bean registered per tenant, never destroyed. */
public final class SpringScopeLeak {
    static GenericApplicationContext context;

    public static final class Tenant implements DisposableBean {
        final byte[] settings = Plant.bytes(400, 1);

        @Override
        public void destroy() {}
    }

    public static void run() {
        context = new GenericApplicationContext();
        context.refresh();
        for (int i = 0; i < 6_000; i++) {
            context.registerBeanDefinition("tenant-" + i, new RootBeanDefinition(Tenant.class));
            context.getBean("tenant-" + i);
        }
    }
}
