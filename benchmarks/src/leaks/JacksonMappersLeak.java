/* SPDX-License-Identifier: Apache-2.0 */
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.Map;

/** An ObjectMapper per tenant, each with its own caches. */
public final class JacksonMappersLeak {
    static final Map<String, ObjectMapper> MAPPERS = new HashMap<>();

    public static final class Order {
        public int id = 1;
        public String customer = "a";
    }

    public static void run() throws Exception {
        for (int i = 0; i < 800; i++) {
            ObjectMapper mapper = new ObjectMapper();
            mapper.writeValueAsString(new Order());
            mapper.readValue("{\"id\":1,\"customer\":\"b\"}", Order.class);
            MAPPERS.put("tenant-" + i, mapper);
        }
    }
}
