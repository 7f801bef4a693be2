<?php
/**
 * Plays one game to its end with the client that openapi-generator makes for PHP: every seat takes its first legal action.
 *
 * REGICIDE_URL is the server, http://127.0.0.1:8000 by default. The classes are loaded by the autoloader in the file
 * that the first argument names, such as vendor/autoload.php.
 */

declare(strict_types=1);

use Regicide\Api\GamesApi;
use Regicide\Api\LobbyApi;
use Regicide\ApiException;
use Regicide\Configuration;
use Regicide\Model\ActionRequest;
use Regicide\Model\CreateGameRequest;
use Regicide\Model\GameView;

require $argv[1] ?? 'vendor/autoload.php';

function configuration(?string $token = null): Configuration
{
    $configuration = new Configuration();
    $configuration->setHost(getenv('REGICIDE_URL') ?: 'http://127.0.0.1:8000');
    if ($token !== null) {
        $configuration->setAccessToken($token);
    }
    return $configuration;
}

function play(): GameView
{
    $created = (new LobbyApi(config: configuration()))->createGame(new CreateGameRequest(['players' => 2]));
    $seats = array_map(
        fn ($seat) => new GamesApi(config: configuration($seat->getToken())),
        $created->getSeats()
    );
    $view = $created->getGame();
    while ($view->getStatus() === 'active') {
        $seat = $seats[$view->getTurn()];
        $view = $seat->getGame($view->getId());
        $action = new ActionRequest(['version' => $view->getVersion(), 'action' => $view->getLegalActions()[0]]);
        $view = $seat->act($view->getId(), $action);
    }
    return $view;
}

/** A union is one class with the members of all of its types; `getType` tells which it is. */
function countExactDefeats(string $game): int
{
    $events = (new GamesApi(config: configuration()))->getEvents($game)->getItems();
    $effects = array_merge(...array_map(fn ($event) => $event->getEffects() ?? [], $events));
    return count(array_filter($effects, fn ($effect) => $effect->getType() === 'defeat' && $effect->getExact()));
}

try {
    $view = play();
    $result = $view->getResult();
    printf(
        "%s: %s; %d of 12 enemies defeated, %d of them exactly\n",
        $result->getOutcome(),
        $result->getReason(),
        $result->getDefeated(),
        countExactDefeats($view->getId())
    );
} catch (ApiException $problem) {
    fwrite(STDERR, $problem->getResponseBody() . "\n");
    exit(1);
}
