import java.util.List;
import java.util.Objects;
import regicide.ApiClient;
import regicide.ApiException;
import regicide.api.GamesApi;
import regicide.api.LobbyApi;
import regicide.model.ActionRequest;
import regicide.model.CreateGameRequest;
import regicide.model.CreatedGame;
import regicide.model.GameEvent;
import regicide.model.GameResult;
import regicide.model.GameView;
import regicide.model.SeatToken;

/**
 * Plays one game to its end with the client that openapi-generator makes for Java: every seat takes its first legal
 * action. REGICIDE_URL is the server, http://127.0.0.1:8000 by default.
 */
public final class Play {
  public static void main(String[] arguments) throws ApiException {
    try {
      GameView view = play();
      GameResult result = view.getResult();
      System.out.printf(
          "%s: %s; %d of 12 enemies defeated, %d of them exactly%n",
          result.getOutcome(), result.getReason(), result.getDefeated(), exactDefeats(view.getId()));
    } catch (ApiException problem) {
      System.err.println(problem.getCode() + ": " + problem.getResponseBody());
      System.exit(1);
    }
  }

  private static GameView play() throws ApiException {
    var request = LobbyApi.APICreateGameRequest.newBuilder().createGameRequest(new CreateGameRequest().players(2)).build();
    CreatedGame created = new LobbyApi(client(null)).createGame(request);
    List<GamesApi> seats = created.getSeats().stream().map(SeatToken::getToken).map(Play::seat).toList();
    GameView view = created.getGame();
    while (view.getStatus().equals("active")) {
      view = act(seats.get(view.getTurn()), view.getId());
    }
    return view;
  }

  private static GameView act(GamesApi seat, String game) throws ApiException {
    GameView view = seat.getGame(GamesApi.APIGetGameRequest.newBuilder().gameId(game).build());
    var action = new ActionRequest().version(view.getVersion()).action(view.getLegalActions().get(0));
    return seat.act(GamesApi.APIActRequest.newBuilder().gameId(game).actionRequest(action).build());
  }

  /** A union is one class; the members of other types are null. */
  private static long exactDefeats(String game) throws ApiException {
    var request = GamesApi.APIGetEventsRequest.newBuilder().gameId(game).build();
    return new GamesApi(client(null))
        .getEvents(request).getItems().stream()
            .map(GameEvent::getEffects)
            .filter(Objects::nonNull)
            .flatMap(List::stream)
            .filter(effect -> effect.getType().equals("defeat") && effect.getExact())
            .count();
  }

  private static GamesApi seat(String token) {
    return new GamesApi(client(token));
  }

  private static ApiClient client(String token) {
    String url = System.getenv().getOrDefault("REGICIDE_URL", "http://127.0.0.1:8000");
    ApiClient client = new ApiClient();
    client.updateBaseUri(url);
    if (token != null) {
      client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    }
    return client;
  }
}
