/**
 * Plays one game to its end with the models that openapi-generator makes for Kotlin: every seat takes its first legal
 * action. The requests are those of the JDK. REGICIDE_URL is the server, http://127.0.0.1:8000 by default.
 */
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import kotlin.system.exitProcess
import kotlinx.serialization.DeserializationStrategy
import kotlinx.serialization.SerializationStrategy
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.ActionRequest
import org.openapitools.client.models.CreateGameRequest
import org.openapitools.client.models.CreatedGame
import org.openapitools.client.models.GameEvents
import org.openapitools.client.models.GameView

val games = (System.getenv("REGICIDE_URL") ?: "http://127.0.0.1:8000") + "/v1/games"
val http: HttpClient = HttpClient.newHttpClient()

/** The JSON of a request has no nulls: a member that is null is left out. */
val json by lazy {
    Serializer.kotlinxSerializationJsonConfiguration = { explicitNulls = false }
    Serializer.kotlinxSerializationJson
}

fun <T> read(request: HttpRequest.Builder, token: String?, type: DeserializationStrategy<T>): T {
    if (token != null) request.header("Authorization", "Bearer $token")
    val response = http.send(request.build(), HttpResponse.BodyHandlers.ofString())
    check(response.statusCode() < 300) { response.body() }
    return json.decodeFromString(type, response.body())
}

fun <T> get(path: String, type: DeserializationStrategy<T>, token: String? = null): T =
    read(HttpRequest.newBuilder(URI(games + path)), token, type)

fun <S, T> post(path: String, sent: SerializationStrategy<S>, body: S, type: DeserializationStrategy<T>, token: String? = null): T {
    val publisher = HttpRequest.BodyPublishers.ofString(json.encodeToString(sent, body))
    return read(HttpRequest.newBuilder(URI(games + path)).header("Content-Type", "application/json").POST(publisher), token, type)
}

fun play(): GameView {
    val created = post("", CreateGameRequest.serializer(), CreateGameRequest(players = 2), CreatedGame.serializer())
    var view = created.game
    while (view.status == "active") {
        val token = created.seats[view.turn!!].token
        view = get("/${view.id}", GameView.serializer(), token)
        val action = ActionRequest(view.version, view.legalActions.first())
        view = post("/${view.id}/actions", ActionRequest.serializer(), action, GameView.serializer(), token)
    }
    return view
}

/** A union is one class with the members of all of its types; those of other types are null. */
fun exactDefeats(game: String): Int =
    get("/$game/events", GameEvents.serializer()).items
        .flatMap { it.effects.orEmpty() }
        .count { it.type == "defeat" && it.exact == true }

fun main() {
    try {
        val view = play()
        val result = view.result!!
        val exact = exactDefeats(view.id)
        println("${result.outcome}: ${result.reason}; ${result.defeated} of 12 enemies defeated, $exact of them exactly")
    } catch (problem: IllegalStateException) {
        System.err.println(problem.message)
        exitProcess(1)
    }
}
