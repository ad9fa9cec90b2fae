import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.handler.MessageContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.datatype.XMLGregorianCalendar;
import slipway.service._1.BlankValue;
import slipway.service._1.Jobs;
import slipway.service._1.JobsService;
import slipway.service._1.OutputStream;
import slipway.service._1.ProblemFault;

/**
 * Calls Slipway by the code that a generator of JAX-WS, CXF's or Metro's, made from the published WSDL. Prints the
 * observations, one a line.
 *
 * <p>Usage: JaxWsClient USER PASSWORD_FILE
 */
public final class JaxWsClient {
    private static final String NOBODYS = "0".repeat(32);

    private JaxWsClient() {}

    public static void main(String... arguments) throws Exception {
        Jobs jobs = new JobsService().getJobsPort();
        Map<String, Object> context = ((BindingProvider) jobs).getRequestContext();
        context.put(BindingProvider.USERNAME_PROPERTY, arguments[0]);
        context.put(BindingProvider.PASSWORD_PROPERTY, Files.readString(Path.of(arguments[1])).strip());

        Holder<String> sha256 = new Holder<>();
        Holder<Long> bytes = new Holder<>();
        byte[] hello = "hello".getBytes(StandardCharsets.UTF_8);
        jobs.upload("hello.txt", hello, sha256, bytes, new Holder<XMLGregorianCalendar>());
        System.out.println("upload " + sha256.value + " " + bytes.value);
        fault(() -> jobs.explain(NOBODYS));
        fault(() -> jobs.retry(new Holder<>(NOBODYS), null));
        Holder<byte[]> output = new Holder<>();
        fault(() -> jobs.output(NOBODYS, OutputStream.STDOUT, new Holder<>(0L), 1, output, new Holder<Boolean>()));
        BlankValue desk = new BlankValue();
        desk.setName("desk");
        desk.setText("rates");
        fault(() -> jobs.templateRun("nobody's", null, List.of(desk), null, null));

        context.remove(BindingProvider.USERNAME_PROPERTY);
        context.remove(BindingProvider.PASSWORD_PROPERTY);
        Map<String, List<String>> ended = Map.of("Authorization", List.of("Bearer of-a-login-that-is-over"));
        context.put(MessageContext.HTTP_REQUEST_HEADERS, ended);
        fault(jobs::users);
    }

    private interface Call {
        void make() throws ProblemFault;
    }

    private static void fault(Call call) {
        try {
            call.make();
            System.out.println("no fault");
        } catch (ProblemFault e) {
            System.out.println("fault " + e.getFaultInfo().getCode());
        }
    }
}
