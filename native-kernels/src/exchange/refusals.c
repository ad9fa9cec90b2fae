/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger.h"

const char *xch_refusal_text(xch_refusal refusal) {
    static const char *const texts[] = {
        [XCH_DONE] = "done",
        [XCH_NO_ACCOUNT] = "there is no such account: create it first",
        [XCH_ACCOUNT_KNOWN] = "the account exists already",
        [XCH_ACCOUNT_BOUND] = "the account's number is above 9223372036854775807",
        [XCH_BALANCE_NEGATIVE] = "the balance is below 0",
        [XCH_BALANCE_BOUND] = "the balance, or the sum of all balances, is too large",
        [XCH_NO_SYMBOL] = "there is no such symbol: create it first",
        [XCH_SYMBOL_BOUND] = "the exchange has as many symbols as it can have",
        [XCH_SHARES_NEGATIVE] = "the number of shares is below 0",
        [XCH_SHARES_BOUND] = "the symbol would have more than 1000000000000 shares",
        [XCH_AMOUNT_ZERO] = "the amount is 0",
        [XCH_AMOUNT_BOUND] = "the amount is out of bounds",
        [XCH_LIMIT_BELOW] = "the limit is not above 0",
        [XCH_LIMIT_BOUND] = "the limit is out of bounds",
        [XCH_SHORT_MONEY] = "the account has not enough money that is free",
        [XCH_SHORT_SHARES] = "the account has not enough shares that are free",
        [XCH_OWN_ORDER] = "the order would trade with an order of the same account",
        [XCH_NO_ORDER] = "there is no such order",
        [XCH_OTHERS_ORDER] = "the order is another account's",
        [XCH_CANCELED_BEFORE] = "the order is canceled already",
        [XCH_EXECUTED_FULLY] = "the order is executed fully",
        [XCH_MEMORY] = "the server is short of memory",
        [XCH_STORED] = "the order has closed, and only the store knows it",
        [XCH_OTHER_SHARD] = "the order's symbol is another shard's",
        [XCH_DAMAGED] = "the entry does not follow from those before it",
    };
    return (size_t)refusal < sizeof texts / sizeof texts[0] ? texts[refusal] : "unknown refusal";
}
