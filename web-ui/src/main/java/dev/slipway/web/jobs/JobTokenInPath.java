package dev.slipway.web.jobs;

import dev.slipway.desk.JobDesk;
import dev.slipway.job.JobToken;
import java.util.Map;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerMapping;

/** Gives controllers the token in the path. A path without a valid token is answered as a job that does not exist. */
@Component
class JobTokenInPath implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == JobToken.class;
    }

    @Override
    public JobToken resolveArgument(
            MethodParameter parameter,
            ModelAndViewContainer model,
            NativeWebRequest request,
            WebDataBinderFactory binder) {
        Map<?, ?> path = (Map<?, ?>)
                request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
        Object text = path == null ? null : path.get("token");
        return JobToken.parse(text instanceof String token ? token : "").orElseThrow(JobDesk::unknown);
    }
}
