package dev.slipway.document.writer;

import dev.slipway.document.extension.ObjectFactory;
import dev.slipway.document.jsdl.BoundaryType;
import dev.slipway.document.jsdl.ExactType;
import dev.slipway.document.jsdl.RangeType;
import dev.slipway.document.jsdl.RangeValueType;
import dev.slipway.document.jsdl.ResourcesType;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.ResourceDemand;
import jakarta.xml.bind.JAXBElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Converts the demands of a run to the type of {@code jsdl:Resources}. */
final class ResourceTypes {
    private ResourceTypes() {}

    /** Returns the resources; empty for a run that asks for nothing of them. */
    static Optional<ResourcesType> of(LaunchRequest launch) {
        ResourceDemand demand = launch.demand();
        ResourcesType resources = new ResourcesType();
        if (demand.exclusive()) {
            resources.setExclusiveExecution(true);
        }
        demand.processorsPerHost().map(ResourceTypes::atLeast).ifPresent(resources::setIndividualCPUCount);
        // A range without an upper end sets memory aside and sets no limit; the limit has an element of its own.
        demand.memoryPerHost().map(ResourceTypes::atLeast).ifPresent(resources::setIndividualPhysicalMemory);
        launch.limits().memory().map(ResourceTypes::atMost).ifPresent(resources::setTotalPhysicalMemory);
        demand.hosts().map(ResourceTypes::range).ifPresent(resources::setTotalResourceCount);
        List<JAXBElement<?>> own = own(launch.partition(), demand.choice());
        resources.getAny().addAll(own);
        boolean asks = demand.exclusive()
                || !own.isEmpty()
                || Stream.of(
                                demand.processorsPerHost(),
                                demand.memoryPerHost(),
                                launch.limits().memory(),
                                demand.hosts())
                        .anyMatch(Optional::isPresent);
        return asks ? Optional.of(resources) : Optional.empty();
    }

    /** Returns Slipway's own elements, in the order of their names in the schema. */
    private static List<JAXBElement<?>> own(Optional<String> partition, ClusterChoice choice) {
        ObjectFactory elements = new ObjectFactory();
        List<JAXBElement<?>> own = new ArrayList<>();
        partition.map(elements::createPartition).ifPresent(own::add);
        choice.constraint().map(elements::createConstraint).ifPresent(own::add);
        choice.reservation().map(elements::createReservation).ifPresent(own::add);
        choice.qos().map(elements::createQualityOfService).ifPresent(own::add);
        if (choice.rerun()) {
            own.add(elements.createRerun(true));
        }
        return own;
    }

    private static BoundaryType bound(double number) {
        BoundaryType bound = new BoundaryType();
        bound.setValue(number);
        return bound;
    }

    private static RangeValueType atMost(Number number) {
        RangeValueType range = new RangeValueType();
        range.setUpperBoundedRange(bound(number.doubleValue()));
        return range;
    }

    private static RangeValueType atLeast(Number number) {
        RangeValueType range = new RangeValueType();
        range.setLowerBoundedRange(bound(number.doubleValue()));
        return range;
    }

    private static RangeValueType range(CountRange counts) {
        if (counts.most().isEmpty()) {
            return atLeast(counts.least());
        }
        RangeValueType range = new RangeValueType();
        if (counts.most().get() == counts.least()) {
            ExactType exact = new ExactType();
            exact.setValue(counts.least());
            range.getExact().add(exact);
        } else {
            RangeType both = new RangeType();
            both.setLowerBound(bound(counts.least()));
            both.setUpperBound(bound(counts.most().get()));
            range.getRange().add(both);
        }
        return range;
    }
}
