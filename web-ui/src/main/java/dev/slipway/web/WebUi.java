package dev.slipway.web;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.web.server.servlet.Jsp;
import org.springframework.context.MessageSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.http.CacheControl;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.ViewResolverRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Configures all pages. The server imports this one class and provides five beans: a {@link dev.slipway.desk.JobDesk},
 * a {@link dev.slipway.account.UserDesk}, an {@link dev.slipway.audit.AuditDesk}, a {@link java.time.Clock} and a
 * {@link org.springframework.security.authentication.AuthenticationProvider} for the login by name and password.
 */
@Configuration
@ComponentScan
public class WebUi implements WebMvcConfigurer {
    /** Names a bundle of texts for each package of pages; {@code frame} holds the texts that surround every page. */
    private static final List<String> TEXTS = List.of("frame", "jobs", "wizard", "templates", "operations");

    /** The most fields that one form sends. */
    private static final int FIELDS = 2500;

    private final List<HandlerMethodArgumentResolver> arguments;
    private final Assets assets;

    WebUi(List<HandlerMethodArgumentResolver> arguments, Assets assets) {
        this.arguments = List.copyOf(arguments);
        this.assets = assets;
    }

    /** Makes the source of the pages' texts. */
    @Bean
    static MessageSource messageSource() {
        ResourceBundleMessageSource texts = new ResourceBundleMessageSource();
        texts.setBasenames(
                TEXTS.stream().map("dev.slipway.web.messages."::concat).toArray(String[]::new));
        texts.setDefaultEncoding("UTF-8");
        texts.setFallbackToSystemLocale(false);
        return texts;
    }

    /**
     * Switches off Jasper's own servlet. That servlet would compile JSPs at run time, and the build has compiled every
     * page already.
     */
    @Bean
    static WebServerFactoryCustomizer<ConfigurableServletWebServerFactory> withoutJspCompiler() {
        Jsp off = new Jsp();
        off.setRegistered(false);
        return factory -> factory.setJsp(off);
    }

    /** Lets the largest page of the wizard come back whole: a page with as many results as a draft may have. */
    @Bean
    static WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> withLargeForms() {
        return factory -> factory.addConnectorCustomizers(connector -> connector.setMaxParameterCount(FIELDS));
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.addAll(arguments);
    }

    @Override
    public void configureViewResolvers(ViewResolverRegistry registry) {
        registry.jsp("/WEB-INF/jsp/", ".jsp");
    }

    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
        registry.addRedirectViewController("/", "/ui/jobs");
        registry.addRedirectViewController("/ui", "/ui/jobs");
    }

    /** Lets browsers cache assets for good, because the path changes with the content. */
    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler(assets.path() + "/**")
                .addResourceLocations("classpath:/" + Assets.FOLDER)
                .setCacheControl(
                        CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable());
    }
}
