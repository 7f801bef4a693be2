// A bot in C: plays the highest sum of values, and discards the lowest.
//
//     cc -O2 -o bot bot.c
//     regicide-arena check exec:./bot
//
// Questions begin with their type, and have no spaces between names and values, so that no JSON library is needed.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>

static int value(char rank) {
    switch (rank) {
    case 'A': return 1;
    case 'Q': return 15;
    case 'K': return 20;
    case 'J': case '0': return 10;
    default: return rank - '0';
    }
}

// The sum of the values of the cards; negative for a discard, which begins with a minus sign.
static int worth(const char *action, size_t length) {
    int sum = 0;
    for (size_t i = 1; i < length; i++)
        if (strchr("CDHS", action[i])) sum += value(action[i - 1]);
    return action[0] == '-' ? -sum : sum;
}

static void choose(const char *actions) {
    const char *best = NULL;
    size_t best_length = 0;
    while (*actions != ']') {
        const char *action = strchr(actions, '"') + 1;
        size_t length = strcspn(action, "\"");
        if (!best || worth(action, length) > worth(best, best_length)) best = action, best_length = length;
        actions = action + length + 1;
    }
    printf("{\"type\":\"chosen\",\"action\":\"%.*s\"}\n", (int)best_length, best);
}

static int is(const char *line, const char *beginning) { return !strncmp(line, beginning, strlen(beginning)); }

int main(void) {
    static const char LEGAL[] = "\"legal_actions\":[";
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0 && !is(line, "{\"type\":\"stop\"")) {
        if (is(line, "{\"type\":\"hello\""))
            puts("{\"type\":\"greeting\",\"version\":1,\"name\":\"sums\",\"deterministic\":true}");
        else if (is(line, "{\"type\":\"new_game\"")) puts("{\"type\":\"ready\"}");
        else if (is(line, "{\"type\":\"choose\"")) choose(strstr(line, LEGAL) + strlen(LEGAL));
        fflush(stdout);
    }
}
