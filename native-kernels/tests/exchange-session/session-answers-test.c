/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of answers, folders that are copied, times of answers. */
#include "support/check.h"

#include "session.h"

#include <sys/stat.h>
#include <unistd.h>

static void takes_each_element_of_an_answer_with_its_id(void) {
    static const char answer[] =
        "<results><opened sym=\"A\" amount=\"1\" limit=\"2\" id=\"17\"/><error id=\"3\">no &lt;such&gt; order</error>"
        "<status id=\"4\"><open shares=\"1\"/><executed shares=\"2\" price=\"3\" time=\"4\"/></status>"
        "<canceled id=\"5\"><canceled shares=\"1\" time=\"2\"/></canceled><created id=\"6\"/></results>\n";
    static const char *const names[] = {"opened", "error", "status", "canceled", "created"};
    static const uint64_t ids[] = {17, 3, 4, 5, 6};
    const char *at = answer, *end = answer + sizeof answer - 1;
    struct element element;
    for (size_t i = 0; i < 5; i++) {
        CHECK(next_element(&at, end, &element), "%zu", i);
        CHECK(element_is(&element, names[i]), "%zu: %.*s", i, (int)element.name_bytes, element.name);
        CHECK(element.id == ids[i], "%zu: %llu", i, (unsigned long long)element.id);
        if (i == 1)
            CHECK(strcmp(element.text, "no &lt;such&gt; order") == 0, "%s", element.text);
    }
    CHECK(!next_element(&at, end, &element), "%s", at);
}

static void takes_nothing_out_of_an_answer_that_is_cut(void) {
    static const char *const cut[] = {"",       "<results>", "<results", "<results></results>\n", "<results><open",
                                      "nothing"};
    for (size_t i = 0; i < sizeof cut / sizeof cut[0]; i++) {
        const char *at = cut[i];
        struct element element;
        CHECK(!next_element(&at, at + strlen(at), &element), "%s", cut[i]);
    }
}

static void an_answer_to_the_whole_request_is_its_error(void) {
    static const char answer[] = "<results><error>wrong</error></results>\n";
    const char *at = answer;
    struct element element;
    CHECK(next_element(&at, answer + sizeof answer - 1, &element) && element_is(&element, "error"), "%s", at);
    CHECK(element.id == 0 && strcmp(element.text, "wrong") == 0, "%s", element.text);
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0, "%s", path);
}

static void copies_a_folder_for_its_owner_alone_and_removes_it(void) {
    char top[] = "/tmp/slipway-session-copy.XXXXXX", text[16] = "";
    struct stat status;
    CHECK(mkdtemp(top) != NULL && chdir(top) == 0, "%s", top);
    CHECK(mkdir("from", 0755) == 0 && mkdir("from/inner", 0755) == 0 && mkdir("from/empty", 0755) == 0, "%s", top);
    write_text("from/inner/file", "content");
    CHECK(copy_folder("from", "to") == 0, "%s", top);
    CHECK(stat("to", &status) == 0 && (status.st_mode & 0777) == 0700, "%o", status.st_mode);
    CHECK(stat("to/inner/file", &status) == 0 && (status.st_mode & 0777) == 0600, "%o", status.st_mode);
    FILE *file = fopen("to/inner/file", "r");
    CHECK(file != NULL && fgets(text, sizeof text, file) != NULL && strcmp(text, "content") == 0, "%s", text);
    if (file != NULL)
        fclose(file);
    CHECK(access("to/empty", F_OK) == 0, "%s", top);
    CHECK(copy_folder("from", "to") != 0, "it is there already");
    CHECK(symlink("file", "from/inner/link") == 0 && copy_folder("from", "second") != 0, "a link is followed");
    CHECK(remove_folder("to") == 0 && access("to", F_OK) != 0, "it is still there");
    CHECK(chdir("/") == 0 && remove_folder(top) == 0, "%s", top);
}

static void the_time_within_which_a_part_was_answered_leaves_out_what_was_not_sent(void) {
    struct request requests[102] = {{.id = 0}};
    const struct day day = {.requests = requests, .count = 102};
    for (size_t i = 0; i < 100; i++) {
        requests[i].sent = 1000;
        requests[i].taken = 1000 + (int64_t)(100 - i) * 1000000;
    }
    requests[100].taken = 5; /* passed over */
    CHECK_NEAR(answer_time(&day, 0, 102, 50), 51.0, 1e-9);
    CHECK_NEAR(answer_time(&day, 0, 102, 99), 100.0, 1e-9);
    CHECK_NEAR(answer_time(&day, 0, 102, 100), 100.0, 1e-9);
    CHECK_NEAR(answer_time(&day, 100, 2, 99), 0.0, 1e-9);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(takes_each_element_of_an_answer_with_its_id),
        CASE(takes_nothing_out_of_an_answer_that_is_cut),
        CASE(an_answer_to_the_whole_request_is_its_error),
        CASE(copies_a_folder_for_its_owner_alone_and_removes_it),
        CASE(the_time_within_which_a_part_was_answered_leaves_out_what_was_not_sent),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
