//! The command `portero`.

fn main() {
    println!("portero");
}
