// Plays one game to its end with the client that openapi-generator makes for Go: every seat takes its first legal action.
//
// REGICIDE_URL is the server, http://127.0.0.1:8000 by default.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"regicide"
)

func main() {
	client := newClient()
	view := play(client)
	exact := countExactDefeats(client, view.Id)
	result := view.Result.Get()
	fmt.Printf("%s: %s; %d of 12 enemies defeated, %d of them exactly\n", result.Outcome, result.Reason, result.Defeated, exact)
}

func newClient() *regicide.APIClient {
	url := os.Getenv("REGICIDE_URL")
	if url == "" {
		url = "http://127.0.0.1:8000"
	}
	configuration := regicide.NewConfiguration()
	configuration.Servers = regicide.ServerConfigurations{{URL: url}}
	return regicide.NewAPIClient(configuration)
}

// play returns the view at the end. The token of a seat is a value of the context.
func play(client *regicide.APIClient) *regicide.GameView {
	created, _, err := client.LobbyAPI.CreateGame(context.Background()).CreateGameRequest(*regicide.NewCreateGameRequest(2)).Execute()
	check(err)
	view := &created.Game
	for view.Status == "active" {
		token := created.Seats[*view.Turn.Get()].Token
		seat := context.WithValue(context.Background(), regicide.ContextAccessToken, token)
		view, _, err = client.GamesAPI.GetGame(seat, view.Id).Execute()
		check(err)
		action := regicide.NewActionRequest(view.Version, view.LegalActions[0])
		view, _, err = client.GamesAPI.Act(seat, view.Id).ActionRequest(*action).Execute()
		check(err)
	}
	return view
}

// countExactDefeats reads the events: a union is one struct with the members of all types, which pointers may lack.
func countExactDefeats(client *regicide.APIClient, game string) int {
	events, _, err := client.GamesAPI.GetEvents(context.Background(), game).Execute()
	check(err)
	exact := 0
	for _, event := range events.Items {
		for _, effect := range event.Effects {
			if effect.Type == "defeat" && effect.GetExact() {
				exact++
			}
		}
	}
	return exact
}

// check prints the problem that the server responded with, and ends the program.
func check(err error) {
	if failed, ok := err.(*regicide.GenericOpenAPIError); ok {
		log.Fatalf("%s: %s", failed.Error(), failed.Body())
	}
	if err != nil {
		log.Fatal(err)
	}
}
