package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FolderRightsTest {

    @ParameterizedTest
    @CsvSource({
        "755, true, true, OPEN", "555, true, true, CLOSED", "077, true, true, CLOSED", "755, false, true, CLOSED",
        "775, false, true, OPEN", "757, false, true, CLOSED", "755, false, false, CLOSED", "757, false, false, UNKNOWN",
        "777, false, false, OPEN", "775, false, false, UNKNOWN", "444, false, false, CLOSED"
    })
    void by_the_bits_that_count_for_the_user(String permissions, boolean owner, boolean group, FolderRights rights) {
        assertThat(FolderRights.of(Integer.parseInt(permissions, 8), false, Optional.of(owner), group))
                .isEqualTo(rights);
    }

    @Test
    void without_a_home_the_owner_is_not_known() {
        assertThat(FolderRights.of(0755, false, Optional.empty(), false)).isEqualTo(FolderRights.UNKNOWN);
        assertThat(FolderRights.of(0555, false, Optional.empty(), false)).isEqualTo(FolderRights.CLOSED);
        assertThat(FolderRights.of(0777, false, Optional.empty(), false)).isEqualTo(FolderRights.OPEN);
    }

    @Test
    void nothing_is_closed_to_root() {
        assertThat(FolderRights.of(0, true, Optional.empty(), false)).isEqualTo(FolderRights.OPEN);
    }
}
