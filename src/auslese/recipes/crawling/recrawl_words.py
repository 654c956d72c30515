"""What a crawl that comes back to what it knows says before it begins."""

from auslese.crawl.recrawl.recrawl_values import RecrawlPlan
from auslese.recipes.settings.settings_loading import Settings
from auslese.recipes.settings.value_kinds import duration_literal
from auslese.wording.figures import plural


def describe_plan(plan: RecrawlPlan, settings: Settings) -> str:
    """What a crawl comes back to, in words."""
    if plan.left:
        return f"going on with the last round: {plural(plan.left, 'URL')} still to be seen again"
    if not plan.due:
        rest = duration_literal(settings.again.rest)
        return f"nothing is due to be seen again: pages rest for {rest} after a visit (again.rest)"
    is_one = "is" if plan.due == 1 else "are"
    return (
        f"{plan.due:,} URL{'s' * (plan.due != 1)} {is_one} due to be seen again;"
        f" {plan.chosen:,} of them in this round, with those whose robots.txt is asked again"
    )
