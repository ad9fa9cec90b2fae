package dev.slipway.job;

/** A text that jobs are searched for. Upper and lower case are the same, except in tokens and names of templates. */
public record TextSearch(Within within, String text) {

    /** The texts of a job in which a search looks. */
    public enum Within {
        /** The text is a part of the job's name. */
        NAME,
        /** The text is a part of the job's name, program or template, or the beginning of its token. */
        ANYWHERE,
        /** The text is the whole name of the job's template, with the template's owner. */
        TEMPLATE
    }

    public static TextSearch inName(String text) {
        return new TextSearch(Within.NAME, text);
    }

    public static TextSearch anywhere(String text) {
        return new TextSearch(Within.ANYWHERE, text);
    }

    /** Looks for the jobs of a template. @param template the name of the template, with the owner */
    public static TextSearch ofTemplate(String template) {
        return new TextSearch(Within.TEMPLATE, template);
    }
}
