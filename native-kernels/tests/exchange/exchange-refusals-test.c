/* SPDX-License-Identifier: Apache-2.0 */
/* Each error of value and each error of form of the exchange's protocol, byte for byte. */
#include "exchange-lines.h"

#include "support/check.h"

static struct xch_parser *parser;

/* --- errors of value --- */

#define ORDER(attributes) "<transactions id='1'><order " attributes "/></transactions>"

static void each_wrong_value_has_its_own_error_and_the_others_are_served(void) {
    check_line(parser,
               "<transactions id='1'><order sym='A' amount='1' limit='1'/><order sym='A' amount='0' limit='1'/>"
               "<query id='x'/><order sym='A' amount='2' limit='1'/></transactions>",
               "<opened sym=\"A\" amount=\"1\" limit=\"1\" id=\"1\"/>"
               "<error sym=\"A\" amount=\"0\" limit=\"1\">amount is 0</error>"
               "<error id=\"x\">an order's id is a number up to 9223372036854775807, without leading zeros</error>"
               "<opened sym=\"A\" amount=\"2\" limit=\"1\" id=\"2\"/>");
}

static void wrong_values_of_orders_are_named(void) {
    static const struct {
        const char *xml, *wanted;
    } rows[] = {
        {ORDER("amount='1' limit='2'"), "<error amount=\"1\" limit=\"2\">sym is missing</error>"},
        {ORDER("sym='A' limit='2'"), "<error sym=\"A\" limit=\"2\">amount is missing</error>"},
        {ORDER("sym='A' amount='1'"), "<error sym=\"A\" amount=\"1\">limit is missing</error>"},
        {ORDER(""), "<error>sym is missing</error>"},
        {ORDER("sym='' amount='1' limit='2'"),
         "<error sym=\"\" amount=\"1\" limit=\"2\">a symbol is 1 to 32 letters and digits</error>"},
        {ORDER("sym='A-B' amount='1' limit='2'"),
         "<error sym=\"A-B\" amount=\"1\" limit=\"2\">a symbol is 1 to 32 letters and digits</error>"},
        {ORDER("sym='AAAAAAAAAABBBBBBBBBBCCCCCCCCCCDDD' amount='1' limit='2'"),
         "<error sym=\"AAAAAAAAAABBBBBBBBBBCCCCCCCCCCDDD\" amount=\"1\" limit=\"2\">a symbol is 1 to 32 letters and "
         "digits</error>"},
        {ORDER("sym='A' amount='-0' limit='2'"), "<error sym=\"A\" amount=\"-0\" limit=\"2\">amount is 0</error>"},
        {ORDER("sym='A' amount='1' limit='0'"),
         "<error sym=\"A\" amount=\"1\" limit=\"0\">limit is not above 0</error>"},
        {ORDER("sym='A' amount='1' limit='-3'"),
         "<error sym=\"A\" amount=\"1\" limit=\"-3\">limit is not above 0</error>"},
        {ORDER("sym='A' amount='NaN' limit='2'"),
         "<error sym=\"A\" amount=\"NaN\" limit=\"2\">amount is no decimal number</error>"},
        {ORDER("sym='A' amount='1e3' limit='2'"),
         "<error sym=\"A\" amount=\"1e3\" limit=\"2\">amount is no decimal number</error>"},
        {ORDER("sym='A' amount='1' limit='inf'"),
         "<error sym=\"A\" amount=\"1\" limit=\"inf\">limit is no decimal number</error>"},
        {ORDER("sym='A' amount='1' limit=' 2'"),
         "<error sym=\"A\" amount=\"1\" limit=\" 2\">limit is no decimal number</error>"},
        {ORDER("sym='A' amount='1.00001' limit='2'"),
         "<error sym=\"A\" amount=\"1.00001\" limit=\"2\">amount has too many decimals</error>"},
        {ORDER("sym='A' amount='1' limit='0.12345'"),
         "<error sym=\"A\" amount=\"1\" limit=\"0.12345\">limit has too many decimals</error>"},
        {ORDER("sym='A' amount='-1000000000000.0001' limit='2'"),
         "<error sym=\"A\" amount=\"-1000000000000.0001\" limit=\"2\">amount is out of bounds</error>"},
        {ORDER("sym='A' amount='1' limit='99999999999999999999999999999999999999999999'"),
         "<error sym=\"A\" amount=\"1\" limit=\"99999999999999999999999999999999999999999999\">limit is out of "
         "bounds</error>"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_line(parser, rows[i].xml, rows[i].wanted);
}

static void the_largest_values_of_orders_are_taken(void) {
    check_line(parser, ORDER("sym='0aZ' amount='1000000000000' limit='1000000000000'"),
               "<opened sym=\"0aZ\" amount=\"1000000000000\" limit=\"1000000000000\" id=\"1\"/>");
    check_line(parser, ORDER("sym='A' amount='-.0001' limit='0.0001'"),
               "<opened sym=\"A\" amount=\"-.0001\" limit=\"0.0001\" id=\"1\"/>");
}

#define BAD_ID "an order's id is a number up to 9223372036854775807, without leading zeros"

static void wrong_ids_of_queries_and_cancels_are_named(void) {
    check_line(parser,
               "<transactions id='1'><query/><cancel id=''/><query id='-1'/><cancel id='01'/>"
               "<query id='9223372036854775808'/><cancel id='10000000000000000000'/></transactions>",
               "<error>the order's id is missing</error><error id=\"\">" BAD_ID "</error>"
               "<error id=\"-1\">" BAD_ID "</error><error id=\"01\">" BAD_ID "</error>"
               "<error id=\"9223372036854775808\">" BAD_ID "</error>"
               "<error id=\"10000000000000000000\">" BAD_ID "</error>");
}

#define BAD_ACCOUNT "an account's id is a number up to 9223372036854775807, without leading zeros"

static void an_account_that_is_no_number_spoils_each_item(void) {
    check_line(parser,
               "<transactions id='01'><order sym='A' amount='1' limit='1'/><query id='2'/><cancel id='x'/>"
               "</transactions>",
               "<error sym=\"A\" amount=\"1\" limit=\"1\">" BAD_ACCOUNT "</error><error id=\"2\">" BAD_ACCOUNT
               "</error>"
               "<error id=\"x\">" BAD_ACCOUNT "</error>");
}

static void wrong_values_of_creates_are_named(void) {
    static const struct {
        const char *xml, *wanted;
    } rows[] = {
        {"<create><account balance='1'/></create>", "<error>the account's id is missing</error>"},
        {"<create><account id='a' balance='1'/></create>", "<error id=\"a\">" BAD_ACCOUNT "</error>"},
        {"<create><account id='-5' balance='1'/></create>", "<error id=\"-5\">" BAD_ACCOUNT "</error>"},
        {"<create><account id='9223372036854775808' balance='1'/></create>",
         "<error id=\"9223372036854775808\">" BAD_ACCOUNT "</error>"},
        {"<create><account id='9223372036854775807' balance='1'/></create>", "<created id=\"9223372036854775807\"/>"},
        {"<create><account id='1'/></create>", "<error id=\"1\">balance is missing</error>"},
        {"<create><account id='1' balance='-0.01'/></create>", "<error id=\"1\">balance is below 0</error>"},
        {"<create><account id='1' balance='1.123456789'/></create>",
         "<error id=\"1\">balance has too many decimals</error>"},
        {"<create><account id='1' balance='1000000000000000000.00000001'/></create>",
         "<error id=\"1\">balance is out of bounds</error>"},
        {"<create><account id='1' balance='$5'/></create>", "<error id=\"1\">balance is no decimal number</error>"},
        {"<create><symbol><account id='1'>5</account></symbol></create>", "<error id=\"1\">sym is missing</error>"},
        {"<create><symbol sym='.'/></create>", "<error sym=\".\">a symbol is 1 to 32 letters and digits</error>"},
        {"<create><symbol sym='A'><account>5</account></symbol></create>",
         "<error sym=\"A\">the account's id is missing</error>"},
        {"<create><symbol sym='A'><account id='1'/></symbol></create>",
         "<error sym=\"A\" id=\"1\">the number of shares is no decimal number</error>"},
        {"<create><symbol sym='A'><account id='1'>5 5</account></symbol></create>",
         "<error sym=\"A\" id=\"1\">the number of shares is no decimal number</error>"},
        {"<create><symbol sym='A'><account id='1'>0</account></symbol></create>",
         "<error sym=\"A\" id=\"1\">the number of shares is not above 0</error>"},
        {"<create><symbol sym='A'><account id='1'>-7</account></symbol></create>",
         "<error sym=\"A\" id=\"1\">the number of shares is not above 0</error>"},
        {"<create><symbol sym='A'><account id='1'>0.00001</account></symbol></create>",
         "<error sym=\"A\" id=\"1\">the number of shares has too many decimals</error>"},
        {"<create><symbol sym='A'><account id='1'>1000000000001</account><account id='2'>5</account></symbol></create>",
         "<error sym=\"A\" id=\"1\">the number of shares is out of bounds</error><created sym=\"A\" id=\"2\"/>"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_line(parser, rows[i].xml, rows[i].wanted);
}

/* --- errors of form --- */

#define FORM(place, text) "<error>" place ": " text "</error>"

static void a_wrong_form_has_the_default_error_and_its_place(void) {
    static const struct {
        const char *xml, *wanted;
    } rows[] = {
        {"", FORM("line 1, column 1", "this is no XML: no element found")},
        {"hello", FORM("line 1, column 1", "this is no XML: syntax error")},
        {"<create>\n<account", FORM("line 2, column 1", "this is no XML: unclosed token")},
        {"<create></transactions>", FORM("line 1, column 11", "this is no XML: mismatched tag")},
        {"<create/><create/>", FORM("line 1, column 10", "this is no XML: junk after document element")},
        {"<create><account id='1' id='2'/></create>", FORM("line 1, column 25", "this is no XML: duplicate attribute")},
        {"<create>\xff</create>", FORM("line 1, column 9", "this is no XML: not well-formed (invalid token)")},
        {"<create>&#1;</create>", FORM("line 1, column 9", "this is no XML: reference to invalid character number")},
        {"<create>&bomb;</create>", FORM("line 1, column 9", "this is no XML: undefined entity")},
        {"<exchange/>", FORM("line 1, column 1", "the element exchange has no place here")},
        {"<create><order/></create>", FORM("line 1, column 9", "the element order has no place here")},
        {"<transactions id='1'><account/></transactions>",
         FORM("line 1, column 22", "the element account has no place here")},
        {"<create><account><account/></account></create>",
         FORM("line 1, column 18", "the element account has no place here")},
        {"<create><symbol sym='A'><account id='1'>5<b/></account></symbol></create>",
         FORM("line 1, column 42", "the element b has no place here")},
        {"<create><\xc3\xa9/></create>", FORM("line 1, column 9", "the element ?? has no place here")},
        {"<create id='1'/>", FORM("line 1, column 1", "create has no attribute id")},
        {ORDER("sym='A' price='1'"), FORM("line 1, column 22", "order has no attribute price")},
        {"<create>12</create>", FORM("line 1, column 9", "there is text where none has a place")},
        {"<transactions id='1'><query id='1'>x</query></transactions>",
         FORM("line 1, column 36", "there is text where none has a place")},
        {"<transactions><query id='1'/></transactions>", FORM("line 1, column 1", "transactions has no id")},
        {"<transactions id='1'/>", FORM("line 1, column 23", "transactions has no order, query or cancel")},
        {"<create ref=''/>", FORM("line 1, column 1", "a ref is 1 to 64 printable ASCII characters")},
        {"<create ref='\xc3\xa9'/>", FORM("line 1, column 1", "a ref is 1 to 64 printable ASCII characters")},
        {"<create ref='0123456789012345678901234567890123456789012345678901234567890123-'/>",
         FORM("line 1, column 1", "a ref is 1 to 64 printable ASCII characters")},
        {"<!DOCTYPE create><create/>", FORM("line 1, column 17", "a doctype is not taken")},
        {"<!DOCTYPE a [<!ENTITY b 'ha'><!ENTITY c '&b;&b;&b;&b;'>]><create>&c;</create>",
         FORM("line 1, column 13", "a doctype is not taken")},
        {"<!DOCTYPE a SYSTEM 'file:///etc/passwd'><create/>", FORM("line 1, column 40", "a doctype is not taken")},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_line(parser, rows[i].xml, rows[i].wanted);
}

static void a_nul_in_the_document_is_no_xml(void) {
    static const char xml[] = "<create>\0</create>";
    char *line = line_of_bytes(parser, xml, sizeof xml - 1);
    CHECK(strstr(line, "<error>line 1, column 9: this is no XML") != NULL, "%s", line);
    free(line);
}

static void an_encoding_that_the_document_declares_does_not_count(void) {
    check_line(parser, "<?xml version='1.0' encoding='ISO-8859-1'?><create>\xe9</create>",
               FORM("line 1, column 52", "this is no XML: not well-formed (invalid token)"));
}

static void an_attribute_that_is_too_long_spoils_the_document(void) {
    struct xch_bytes xml = {0};
    xch_bytes_text(&xml, "<create><symbol sym='");
    for (int i = 0; i < XCH_MOST_VALUE + 1; i++)
        xch_bytes_text(&xml, "A");
    xch_bytes_add(&xml, "'/></create>", sizeof "'/></create>");
    check_line(parser, xml.data, FORM("line 1, column 9", "sym is longer than 256 bytes"));
    xch_bytes_free(&xml);
}

static char *answer_of_items(int count, const char *item) {
    struct xch_bytes xml = {0};
    xch_bytes_text(&xml, "<transactions id='1'>");
    for (int i = 0; i < count; i++)
        xch_bytes_text(&xml, item);
    xch_bytes_text(&xml, "</transactions>");
    char *line = line_of_bytes(parser, xml.data, xml.count);
    xch_bytes_free(&xml);
    return line;
}

static void ten_thousand_items_are_served_and_not_one_more(void) {
    char *most = answer_of_items(XCH_MOST_ITEMS, "<query id='1'/>");
    char *more = answer_of_items(XCH_MOST_ITEMS + 1, "<query id='1'/>");
    CHECK(strncmp(most, "<results><status id=\"1\">", 24) == 0, "%.80s", most);
    CHECK(strstr(more, ": there are more than 10000 items</error>") != NULL, "%.80s", more);
    free(most);
    free(more);
}

static void deep_nesting_ends_at_the_first_element_that_has_no_place(void) {
    struct xch_bytes xml = {0};
    for (int i = 0; i < 100000; i++)
        xch_bytes_text(&xml, "<create>");
    char *line = line_of_bytes(parser, xml.data, xml.count);
    CHECK(strstr(line, "line 1, column 9: the element create has no place here") != NULL, "%.80s", line);
    free(line);
    xch_bytes_free(&xml);
}

static void a_parser_serves_on_after_an_error(void) {
    check_line(parser, "<create><account id='1'", FORM("line 1, column 9", "this is no XML: unclosed token"));
    check_line(parser, "<create><account id='1' balance='1'/></create>", "<created id=\"1\"/>");
}

static void a_document_may_have_comments_and_layout(void) {
    check_line(parser,
               "<?xml version='1.0'?>\n<!-- a day -->\n<create>\r\n\t<!-- one --><account id='1' balance='1'>\n"
               "</account>\n</create>\n",
               "<created id=\"1\"/>");
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(each_wrong_value_has_its_own_error_and_the_others_are_served),
        CASE(wrong_values_of_orders_are_named),
        CASE(the_largest_values_of_orders_are_taken),
        CASE(wrong_ids_of_queries_and_cancels_are_named),
        CASE(an_account_that_is_no_number_spoils_each_item),
        CASE(wrong_values_of_creates_are_named),
        CASE(a_wrong_form_has_the_default_error_and_its_place),
        CASE(a_nul_in_the_document_is_no_xml),
        CASE(an_encoding_that_the_document_declares_does_not_count),
        CASE(an_attribute_that_is_too_long_spoils_the_document),
        CASE(ten_thousand_items_are_served_and_not_one_more),
        CASE(deep_nesting_ends_at_the_first_element_that_has_no_place),
        CASE(a_parser_serves_on_after_an_error),
        CASE(a_document_may_have_comments_and_layout),
    };
    parser = xch_parser_new();
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    xch_parser_free(parser);
    return status;
}
