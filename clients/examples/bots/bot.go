// A bot in Go: plays the highest sum of values, and discards the lowest.
//
//	go build bot.go
//	regicide-arena check exec:./bot
package main

import (
	"encoding/json"
	"os"
	"strings"
)

type question struct {
	Type string
	View struct {
		LegalActions []string `json:"legal_actions"`
	}
}

var values = map[byte]int{
	'A': 1, '2': 2, '3': 3, '4': 4, '5': 5, '6': 6, '7': 7, '8': 8, '9': 9, '0': 10, 'J': 10, 'Q': 15, 'K': 20,
}

// worth returns the sum of the values of the cards; it is negative for a discard, which begins with a minus sign.
func worth(action string) int {
	sum := 0
	for i := 1; i < len(action); i++ {
		if strings.Contains("CDHS", action[i:i+1]) {
			sum += values[action[i-1]]
		}
	}
	if action[0] == '-' {
		return -sum
	}
	return sum
}

func choose(actions []string) string {
	best := actions[0]
	for _, action := range actions {
		if worth(action) > worth(best) {
			best = action
		}
	}
	return best
}

func main() {
	questions, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for asked := (question{}); questions.Decode(&asked) == nil && asked.Type != "stop"; asked = (question{}) {
		switch asked.Type {
		case "hello":
			answers.Encode(map[string]any{"type": "greeting", "version": 1, "name": "sums", "deterministic": true})
		case "new_game":
			answers.Encode(map[string]any{"type": "ready"})
		case "choose":
			answers.Encode(map[string]any{"type": "chosen", "action": choose(asked.View.LegalActions)})
		}
	}
}
