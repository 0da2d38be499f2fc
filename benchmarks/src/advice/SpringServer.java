/* SPDX-License-Identifier: Apache-2.0 */
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A Spring Boot application that answers with a list of orders in JSON. */
@Configuration
@EnableAutoConfiguration
@RestController
public class SpringServer {
    @GetMapping("/")
    public List<Map<String, Object>> orders() {
        List<Map<String, Object>> orders = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            orders.add(Map.of("order", i, "customer", "customer " + i, "price", i * 1.5));
        }
        return orders;
    }

    public static void main(String[] args) {
        SpringApplication.run(SpringServer.class, "--server.port=18080");
    }
}
