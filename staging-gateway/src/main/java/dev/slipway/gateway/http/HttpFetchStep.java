package dev.slipway.gateway.http;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.files.ByteLanding;
import dev.slipway.gateway.files.Landing;
import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepHandler;
import dev.slipway.request.HttpFetch;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.util.List;

/** Fetches a file of a site into the run folder. */
public final class HttpFetchStep implements StepHandler<HttpFetch> {
    private static final String EFFECT = "http fetch";
    private static final int MOST_BEGINNINGS = 4;

    private final HttpSites sites;
    private final ByteLanding landing;

    public HttpFetchStep(HttpSites sites, StagedFiles files) {
        this.sites = sites;
        landing = new ByteLanding(EFFECT, files);
    }

    @Override
    public Class<HttpFetch> type() {
        return HttpFetch.class;
    }

    @Override
    public List<KillPoint> killPoints() {
        return Landing.killPoints(EFFECT);
    }

    @Override
    public StepReport move(HttpFetch step, StepContext context, Cancellation cancellation) throws InterruptedException {
        SiteClient client = sites.require(step.site());
        for (int beginnings = 1; ; beginnings++) {
            try {
                return landing.land(step, context, cancellation, () -> Download.open(step, client, cancellation));
            } catch (Download.Anew e) {
                if (beginnings == MOST_BEGINNINGS) {
                    throw e.changed()
                            ? HttpProblems.unfit(client.site(), step.path(), "changes the file while it is fetched", "")
                            : HttpProblems.lost(client.site(), step.path(), e);
                }
            } catch (IOException e) {
                cancellation.check();
                throw HttpProblems.lost(client.site(), step.path(), e);
            }
        }
    }

    @Override
    public StepLook look(HttpFetch step, String owner, Cancellation cancellation) throws InterruptedException {
        return sites.look(step, cancellation);
    }
}
