package dev.slipway.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.regex.Pattern;

/**
 * The classes of one module, known by the jar or the folder of classes that the build made of the module. A later
 * package of the module counts without a word in any list.
 */
final class ModuleClasses extends DescribedPredicate<JavaClass> {
    private final Pattern place;

    private ModuleClasses(String folder, String artifact) {
        super("belong to %s", folder);
        String jar = Pattern.quote("/" + artifact) + "-\\d[^/]*\\.jar!/";
        String classes = Pattern.quote("/" + folder + "/target/classes/");
        place = Pattern.compile("(" + jar + "|" + classes + ")");
    }

    /** @param artifact the name in the module's pom.xml */
    static ModuleClasses of(String folder, String artifact) {
        return new ModuleClasses(folder, artifact);
    }

    static ModuleClasses of(String folder) {
        return of(folder, folder);
    }

    @Override
    public boolean test(JavaClass type) {
        return type.getBaseComponentType()
                .getSource()
                .map(source -> place.matcher(source.getUri().toString()).find())
                .orElse(false);
    }
}
