package dev.slipway.architecture;

import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.SecureDirectoryStream;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;

/**
 * Tests that classes with effects name the moments at which a crash may cut them off, so that the crash tests can try
 * these moments.
 */
@AnalyzeClasses(packages = "dev.slipway", importOptions = ImportOption.DoNotIncludeTests.class)
class EffectsTest {
    private static final Set<String> WRITES_OF_FILES = Set.of(
            "move",
            "delete",
            "deleteIfExists",
            "write",
            "writeString",
            "copy",
            "createDirectory",
            "createDirectories",
            "createFile",
            "createLink",
            "createSymbolicLink",
            "newOutputStream",
            "setAttribute",
            "setPosixFilePermissions");

    private static final Set<String> WRITES_BELOW_A_FOLDER = Set.of("move", "deleteFile", "deleteDirectory");

    private static final Set<String> WRITES_OF_SFTP =
            Set.of("put", "rename", "rm", "rmdir", "mkdir", "chmod", "chown", "setMtime", "hardlink", "symlink");

    /** Classes that write without declaring effects, each with the reason why. */
    private static final Map<String, String> EXCUSED = Map.ofEntries(
            Map.entry(
                    "dev.slipway.run.FolderKeeping",
                    "part of RunFolders; each of its renames is done again by the next call"),
            Map.entry("dev.slipway.run.FlatFolder", "removes folders for RunFolders, which has the moments around it"),
            Map.entry(
                    "dev.slipway.run.SystemCommand",
                    "runs what an effect asks for, between two moments of that effect"),
            Map.entry(
                    "dev.slipway.run.NoteFile",
                    "a file of SlurmLauncher or HostsLauncher, written whole between two of their moments"),
            Map.entry(
                    "dev.slipway.run.slurm.SlurmRuns",
                    "writes what SlurmLauncher hands over, which has the moments around it"),
            Map.entry(
                    "dev.slipway.run.slurm.CommandsHere",
                    "runs what SlurmLauncher asks for, which has the moments around it"),
            Map.entry(
                    "dev.slipway.run.slurm.RecordMirror",
                    "copies of records at a cluster, which the next look replaces"),
            Map.entry("dev.slipway.dispatch.VerifiedCopy", "writes for TakeOver, which has the moments around it"),
            Map.entry(
                    "dev.slipway.gateway.files.ParentFolder",
                    "single calls on open folders; Landing has the moments between"),
            Map.entry(
                    "dev.slipway.gateway.files.StagedOutput", "passes the moments that Landing declares for its step"),
            Map.entry("dev.slipway.gateway.files.HashingStream", "writes the bytes of a StagedOutput"),
            Map.entry(
                    "dev.slipway.gateway.files.PartialFile",
                    "notes beside a StagedOutput; what they say is held against the bytes"),
            Map.entry(
                    "dev.slipway.gateway.ssh.SftpConnection",
                    "single calls on a host; DeliverStep has the moments between"),
            Map.entry(
                    "dev.slipway.gateway.ssh.HostFiles",
                    "moves the bytes for ScratchFiles, which has the moments around it"),
            Map.entry(
                    "dev.slipway.gateway.sql.StoreBatch",
                    "rows of StoreStep's transaction, which has the moments around them"),
            Map.entry("dev.slipway.gateway.sql.driver.DriverMarkers", "makes an empty table, which the next try finds"),
            Map.entry(
                    "dev.slipway.gateway.sql.postgres.Session",
                    "commits settings and a mark in the log, and no row of anybody"));

    @ArchTest
    static final ArchRule who_writes_declares_kill_points = noClasses()
            .that()
            .resideInAnyPackage("dev.slipway.run..", "dev.slipway.dispatch..", "dev.slipway.gateway..")
            .and(DescribedPredicate.describe("are no effect and not excused", type -> !declares(outermost(type))))
            .should(callMethodWhere(DescribedPredicate.describe("it writes to the world", EffectsTest::writes)))
            .because("an effect that no crash test can cut off is not safe from crashes, only untried");

    @ArchTest
    static final ArchRule effects_have_kill_points = classes()
            .that()
            .areAssignableTo(Effect.class)
            .and()
            .areNotInterfaces()
            .should(nameMoments())
            .because("an effect without a moment says nothing");

    private static boolean declares(JavaClass type) {
        return type.isAssignableTo(Effect.class) || EXCUSED.containsKey(type.getName());
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(EffectsTest::outermost).orElse(type);
    }

    private static boolean writes(JavaMethodCall call) {
        JavaClass owner = call.getTargetOwner();
        String method = call.getName();
        return owner.isEquivalentTo(Files.class) && WRITES_OF_FILES.contains(method)
                || owner.isAssignableTo(FileChannel.class) && method.equals("write")
                || owner.isAssignableTo(SecureDirectoryStream.class) && WRITES_BELOW_A_FOLDER.contains(method)
                || owner.isEquivalentTo(ProcessBuilder.class) && method.equals("start")
                || owner.isAssignableTo(Statement.class) && method.equals("executeBatch")
                || owner.isAssignableTo(Connection.class) && method.equals("commit")
                || owner.getName().equals("com.jcraft.jsch.ChannelSftp") && WRITES_OF_SFTP.contains(method);
    }

    /**
     * Requires that a class makes kill points, or has the kill points of the landed file. The crash tests assert that
     * the lists of points are not empty.
     */
    private static ArchCondition<JavaClass> nameMoments() {
        return new ArchCondition<>("name the moments at which they may be cut off") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean named = type.getConstructorCallsFromSelf().stream()
                                .anyMatch(call -> call.getTargetOwner().isEquivalentTo(KillPoint.class))
                        || type.getMethodCallsFromSelf().stream()
                                .anyMatch(call -> call.getName().equals("killPoints"));
                events.add(new SimpleConditionEvent(type, named, type.getName() + " has no kill point"));
            }
        };
    }
}
