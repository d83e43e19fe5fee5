# Finds the browsers of the tests; to be sourced. Sets and exports CHROMIUM,
# CHROMEDRIVER and FIREFOX, empty where there is none. A value that is already
# set wins, so that anybody can choose.

first_command() {
  local name
  for name in "$@"; do
    if command -v "$name" 2>/dev/null; then return; fi
  done
  return 0
}

CHROMIUM=${CHROMIUM:-$(first_command chromium google-chrome-stable google-chrome)}
if [ -z "${CHROMEDRIVER:-}" ]; then
  # GitHub's machines say in CHROMEWEBDRIVER where theirs is.
  CHROMEDRIVER=$(first_command "${CHROMEWEBDRIVER:-/nonexistent}/chromedriver" chromedriver)
fi
FIREFOX=${FIREFOX:-$(first_command firefox-esr firefox)}
export CHROMIUM CHROMEDRIVER FIREFOX
