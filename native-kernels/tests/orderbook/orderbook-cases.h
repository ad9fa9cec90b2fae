/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of orderbook-test, by the file that has them. */
#ifndef SLIPWAY_TESTS_ORDERBOOK_CASES_H
#define SLIPWAY_TESTS_ORDERBOOK_CASES_H

#include "recorder.h"
#include "support/check.h"

/* The version that the cases look at: they all run with both. */
extern int looks_at_plain;

/* Makes a book of one instrument with these options. The events go to RECORDER. */
struct book *new_book(struct book_options options, struct recorder *recorder);

/* Submits an order of instrument 0, which the book takes, and flushes. */
struct book_result give(struct book *book, book_side side, book_kind kind, uint64_t id, int64_t price, int64_t volume);

/* Checks the next events, each against a text such as "maker 1 with 3: 10 at 500" (event_text in orderbook-test.c), and
 * forgets them. */
void expect(struct recorder *recorder, const char *const *texts, size_t count);

#define EXPECT(recorder, ...)                                                                                          \
    expect(recorder, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* Checks that the book is sound. */
void check_sound(const struct book *book);

/* orderbook-rules.c */
void matches_by_price_and_then_by_time(void);
void mirrors_asks_for_bids(void);
void keeps_what_a_partly_filled_order_has_left(void);
void lets_market_ioc_and_fok_orders_never_rest(void);
void cancels_by_handle_at_any_place_of_a_level(void);
void keeps_the_place_of_an_order_with_less_volume(void);
void lets_a_replaced_order_trade(void);
void keeps_instruments_apart(void);
void takes_prices_of_any_sign_and_size(void);
void works_the_example_of_the_exchange_report(void);
/* orderbook-refusals.c */
void refuses_options_that_no_book_has(void);
void refuses_orders_and_stays_as_it_was(void);
void refuses_stale_handles(void);
void refuses_ids_that_rest_where_asked(void);
void refuses_trades_with_the_own_owner_where_asked(void);
void stays_as_it_was_without_memory(void);
void names_every_code(void);
/* orderbook-state.c */
void loads_orders_in_their_old_ranks(void);
void adds_up_the_levels_of_a_side(void);
void hands_out_events_in_batches(void);
void has_one_digest_however_events_are_cut_and_mixed(void);
void keeps_within_its_bytes_an_order(void);
/* orderbook-appendix.c */
void gives_the_golden_counts_of_a_million_orders(void);
void agrees_with_the_routines_of_the_appendix(void);
void shows_what_the_other_text_loses(void);

#endif
