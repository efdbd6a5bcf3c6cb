"""What requests.toml cannot say."""

from schemathesis.specs.openapi import checks

# Whoever has tried wrong credentials too often is told so, and not whether the next ones are right. The right ones are
# always let in: a 429 in answer to them fails the run.
checks.AUTH_REJECTION_STATUSES = frozenset({401, 403, 429})
