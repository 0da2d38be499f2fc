/* SPDX-License-Identifier: Apache-2.0 */
import java.util.ArrayList;
import java.util.List;
import net.sf.cglib.proxy.Enhancer;
import net.sf.cglib.proxy.MethodInterceptor;

/** Enhancers without a cache: a class per object. */
public final class CglibLeak {
    static final List<Object> SERVICES = new ArrayList<>();

    public static class Service {
        public String price(int i) {
            return "" + i;
        }
    }

    public static void run() {
        for (int i = 0; i < 3_000; i++) {
            Enhancer enhancer = new Enhancer();
            enhancer.setUseCache(false);
            enhancer.setSuperclass(Service.class);
            enhancer.setCallback((MethodInterceptor) (target, method, arguments, proxy) -> proxy.invokeSuper(target, arguments));
            SERVICES.add(enhancer.create());
        }
    }
}
