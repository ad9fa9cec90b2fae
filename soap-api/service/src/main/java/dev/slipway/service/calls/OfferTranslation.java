package dev.slipway.service.calls;

import dev.slipway.account.User;
import dev.slipway.desk.Offer;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.grant.Grants;
import dev.slipway.request.Place;
import dev.slipway.run.Partition;
import dev.slipway.service.soap.SoapService;
import dev.slipway.service.wire.CapabilitiesResponse;
import dev.slipway.service.wire.PartitionOffer;
import java.util.List;
import java.util.Locale;

/** Translates the installation's offer to one user into types of the WSDL. */
final class OfferTranslation {
    private OfferTranslation() {}

    static CapabilitiesResponse offer(Offer offer, List<String> callbacks, User user) {
        CapabilitiesResponse wire = new CapabilitiesResponse();
        wire.setVersion(offer.version());
        offer.partitions().forEach(partition -> wire.getPartition().add(partition(partition)));
        wire.setLargestCall(SoapService.MAX_BODY);
        wire.setLargestDocument(JobDocumentReader.LARGEST);
        wire.setLargestSweep(offer.limits().jobsPerSweep());
        wire.setWaitingJobsPerUser(offer.limits().waitingJobsPerUser());
        wire.setLargestUpload(offer.limits().uploadBytes());
        wire.setUploadsPerUser(offer.limits().uploadsPerUser());
        Grants grants = user.rights().grants();
        List<Place> granted = offer.places().stream().filter(grants::cover).toList();
        wire.getSource().addAll(names(granted, Place.Source.class));
        wire.getStore()
                .addAll(names(
                        offer.places().stream().filter(grants::coverStoring).toList(), Place.Source.class));
        wire.getHost().addAll(names(granted, Place.Host.class));
        wire.getSite().addAll(names(granted, Place.Site.class));
        wire.getFolder().addAll(names(granted, Place.Folder.class));
        wire.getCallback().addAll(callbacks);
        wire.setUser(UserCalls.wire(user));
        return wire;
    }

    private static List<String> names(List<Place> places, Class<? extends Place> kind) {
        return places.stream().filter(kind::isInstance).map(Place::name).toList();
    }

    private static PartitionOffer partition(Partition partition) {
        PartitionOffer wire = new PartitionOffer();
        wire.setName(partition.name());
        wire.setProcesses(partition.slots());
        wire.setWallTimeSeconds(partition.wallTime().toSeconds());
        wire.getVariable().addAll(partition.variables().listed());
        wire.setKind(partition.kind().name().toLowerCase(Locale.ROOT));
        return wire;
    }
}
