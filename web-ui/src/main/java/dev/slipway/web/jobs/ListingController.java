package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.listing.ListColumn;
import dev.slipway.listing.ListingDesk;
import dev.slipway.listing.SavedFilter;
import java.util.Set;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Keeps the columns and filters that users choose for their list of jobs, and leads back to the list. */
@Controller
@RequestMapping("/ui/jobs")
class ListingController {
    private final ListingDesk listings;

    ListingController(ListingDesk listings) {
        this.listings = listings;
    }

    @PostMapping("/columns")
    String columns(
            Caller caller,
            @ModelAttribute("filter") ListQuery filter,
            @RequestParam(name = "column", defaultValue = "") Set<ListColumn> columns) {
        listings.choose(caller, columns);
        return back(filter);
    }

    @PostMapping("/filters")
    String save(Caller caller, @ModelAttribute("filter") ListQuery filter, @RequestParam String called) {
        listings.save(caller, new SavedFilter(called, filter.query()));
        return back(filter);
    }

    @PostMapping("/filters/remove")
    String remove(Caller caller, @ModelAttribute("filter") ListQuery filter, @RequestParam String called) {
        listings.remove(caller, called);
        return back(filter);
    }

    private static String back(ListQuery filter) {
        return "redirect:/ui/jobs?" + filter.query() + "page=1";
    }
}
