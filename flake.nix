{
  description = "portero, the doorman of every link";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      each = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
      version = (builtins.fromTOML (builtins.readFile ./Cargo.toml)).package.version;
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "portero";
          inherit version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          nativeBuildInputs = [ pkgs.pkg-config ];
          buildInputs = [ pkgs.webkitgtk_4_1 ];
          # They want a bus, a display and the manual: `make check`.
          doCheck = false;
          buildPhase = "make build";
          installPhase = "make install PREFIX=$out";
          meta = {
            description = "Opens links of every kind in the right program";
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "portero";
            platforms = pkgs.lib.platforms.linux;
          };
        };
      });

      devShells = each (pkgs: {
        default = pkgs.mkShell {
          inputsFrom = [ self.packages.${pkgs.system}.default ];
          packages = [ pkgs.clippy pkgs.rustfmt pkgs.dbus pkgs.glib ];
        };
      });
    };
}
