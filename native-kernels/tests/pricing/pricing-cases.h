/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of pricing-test. */
#ifndef SLIPWAY_TESTS_PRICING_CASES_H
#define SLIPWAY_TESTS_PRICING_CASES_H

#include "pricing/fixture.h"
#include "support/check.h"

/* published.c */
void europeans_are_those_of_haug(void);
void barriers_are_those_of_haug(void);
void the_pool_of_fabozzi_pays_what_he_prints(void);

/* laws.c */
void calls_and_puts_are_at_parity(void);
void knock_in_and_knock_out_are_a_european(void);
void digitals_are_the_slope_of_calls(void);
void options_rise_and_fall_as_they_must(void);
void options_without_time_pay_what_they_are_worth(void);
void options_without_volatility_pay_what_is_certain(void);
void barriers_of_low_volatility_come_to_the_limit(void);
void european_prices_have_the_stated_error(void);
void single_precision_has_the_stated_error(void);
void bonds_at_their_own_rate_are_at_par(void);
void payments_at_equal_steps_are_discounted_as_single_ones(void);
void swaps_are_the_difference_of_bonds(void);
void forwards_are_their_parts(void);
void rates_between_points_are_linear(void);

/* horizon.c */
void payments_before_the_horizon_count_at_their_amount(void);
void passed_levels_are_on_one_bridge_for_all(void);
void passed_levels_without_volatility_are_between(void);
void bridges_have_the_moments_of_a_bridge(void);
void asians_take_fixings_from_the_scenario(void);
void mean_values_at_the_horizon_are_forward_values(void);

/* paths.c */
void one_fixing_is_a_european(void);
void errors_fall_with_the_root_of_the_paths(void);
void fresh_and_common_paths_agree_where_they_are_the_same(void);
void sorted_tables_are_the_mean_of_their_paths(void);
void discrete_barriers_come_to_the_continuous_one(void);
void discrete_knock_in_and_out_are_a_european(void);
void baskets_of_one_are_europeans(void);
void baskets_of_equal_prices_have_their_correlation(void);
void paths_hang_on_instrument_and_seed(void);
void single_paths_have_the_stated_error(void);
void fresh_single_paths_have_the_stated_error(void);

/* builds.c */
void levels_give_the_same_bits(void);
void blocks_give_the_same_bits_however_they_are_cut(void);
void shared_rows_change_no_bit(void);
void scratch_is_as_large_as_stated(void);
void kinds_have_names_drivers_and_paths(void);

/* nonsense.c */
void nonsense_is_refused_by_its_field(void);
void wrong_markets_are_refused(void);
void wrong_blocks_are_refused(void);
void values_that_are_no_numbers_are_refused(void);

#endif
