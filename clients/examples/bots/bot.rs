// A bot in Rust: plays the highest sum of values, and discards the lowest.
//
//     rustc -O bot.rs
//     regicide-arena check exec:./bot
//
// Questions begin with their type, and have no spaces between names and values, so that no JSON library is needed.
use std::io;

fn value(rank: u8) -> i32 {
    match rank {
        b'A' => 1,
        b'Q' => 15,
        b'K' => 20,
        b'J' | b'0' => 10,
        _ => (rank - b'0').into(),
    }
}

/// The sum of the values of the cards; negative for a discard, which begins with a minus sign.
fn worth(action: &str) -> i32 {
    let pairs = action.as_bytes().windows(2).filter(|pair| b"CDHS".contains(&pair[1]));
    let sum: i32 = pairs.map(|pair| value(pair[0])).sum();
    if action.starts_with('-') { -sum } else { sum }
}

/// The first of the best actions.
fn choose(line: &str) -> &str {
    let (_, actions) = line.split_once("\"legal_actions\":[").expect("a view has legal actions");
    let (actions, _) = actions.split_once(']').expect("a list ends");
    let texts = actions.split('"').skip(1).step_by(2);
    texts.reduce(|best, each| if worth(each) > worth(best) { each } else { best }).expect("a legal action")
}

fn main() -> io::Result<()> {
    for line in io::stdin().lines() {
        let line = line?;
        let is = |kind| line.starts_with(&format!("{{\"type\":\"{kind}\""));
        if is("hello") {
            println!(r#"{{"type":"greeting","version":1,"name":"sums","deterministic":true}}"#);
        } else if is("new_game") {
            println!(r#"{{"type":"ready"}}"#);
        } else if is("choose") {
            println!(r#"{{"type":"chosen","action":"{}"}}"#, choose(&line));
        } else if is("stop") {
            break;
        }
    }
    Ok(())
}
