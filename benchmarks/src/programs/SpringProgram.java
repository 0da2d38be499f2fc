/* SPDX-License-Identifier: Apache-2.0 */
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import java.net.URL;
import java.util.Map;

/** A web application of Spring Boot that has answered requests. */
@Configuration
@EnableAutoConfiguration
@RestController
public class SpringProgram {
    @GetMapping("/")
    public Map<String, Object> hello() {
        return Map.of("hello", "world", "n", 42);
    }

    public static Object run() throws Exception {
        Object context = SpringApplication.run(SpringProgram.class, "--server.port=18080", "--spring.jmx.enabled=true");
        for (int i = 0; i < 200; i++) {
            new URL("http://127.0.0.1:18080/").openStream().readAllBytes();
        }
        return context;
    }
}
